#include "tests/bench/readme.h"

#include <fstream>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "tests/bench/plot.h"
#include "tests/bench/table.h"

namespace collie::bench {
namespace {

constexpr char kAbout[] =
    R"(# collie-bench: what a change costs

This page and its pictures are written by the program itself: `make bench` (on the release build; some
minutes on a machine that does nothing else). `collie-bench --help` tells of its flags; `--short` is the
form that runs among the tests, small and lenient.

It runs the real `collie-relay` and `collie-edge` as processes, with certificates that were enrolled and
paired as people do. Around them it simulates edges (streams of `EdgeLink`), agents (the wire of
`protos/WIRE.md` over Unix sockets) and watchers by the thousand in its own process. A **floor** is this
program once more, in processes at the products' places, that does nothing but the bare calls: the same
build, gRPC, TLS 1.3 with the same kind of certificates, the same bytes, the same settings of SQLite. The
two sides take turns, so that both meet the same machine. A ratio is measured to floor.

- **a** one edge changes a pane's title; the time until a watcher's message has it. Floor: a stream in, a
  stream out, the bytes handed on.
- **b** the same to many watchers, each over a connection of its own. Floor: one byte buffer, written to
  each.
- **c** steers on 64 conversations of 8 agents behind one edge. Floor: client, gRPC, commit, gRPC stream,
  commit, HTTP POST over a Unix socket, commit, and back.
- **d** `ReadHistory` from a client through the relay to a simulated edge and back. Floor: NATS with a
  client, the server and a responder, mutual TLS on both connections, the same bytes.
- **e** a real edge beside 100 agents that nobody watches.
- **f** a relay with simulated edges and watchers of the whole crew: nothing changes, then it gets a
  SIGKILL and is started at once. All are back when each watcher has its whole state again and a new
  dashboard is told that every member is connected.
- **g** the cost of one change in a large crew against that in a small one, and after a long history.

)";

void AppendCase(char letter, const Result& result, std::string& page) {
  absl::StrAppend(&page, "\n## ", std::string(1, letter), ": ", TitleOf(letter), "\n\n",
                  Table(result.rows, /*slack=*/1));
  for (const std::string& note : result.notes) absl::StrAppend(&page, "\n", note, "\n");
  for (const Picture& picture : result.pictures) {
    absl::StrAppend(&page, "\n![", picture.title, " by ", picture.x, "](", picture.file, ".svg)\n");
  }
}

}  // namespace

std::string TitleOf(char letter) {
  switch (letter) {
    case 'a':
      return "A change until a dashboard has it";
    case 'b':
      return "One change to many watchers";
    case 'c':
      return "Durable acts";
    case 'd':
      return "Reads of history";
    case 'e':
      return "An edge with idle agents";
    case 'f':
      return "A large crew";
    case 'g':
      return "The cost of one change, by crew and by history";
    default:
      return "";
  }
}

std::string Readme(const Figures& figures) {
  std::string page = absl::StrCat(kAbout, "Measured on ", figures.machine, ".\n");
  for (const auto& [letter, result] : figures.cases) AppendCase(letter, result, page);
  return page;
}

absl::Status WriteReport(const std::filesystem::path& folder, const Figures& figures) {
  for (const auto& [letter, result] : figures.cases) {
    for (const Picture& picture : result.pictures) {
      COLLIE_RETURN_IF_ERROR(Draw(picture, folder));
    }
  }
  std::ofstream page(folder / "README.md");
  page << Readme(figures) << std::flush;
  if (page.good()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("README.md cannot be written into ", folder.string()));
}

}  // namespace collie::bench
