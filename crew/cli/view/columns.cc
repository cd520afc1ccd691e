#include "crew/cli/view/columns.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace collie::cli {
namespace {

// What is drawn as one character.
struct Cluster {
  size_t begin = 0;  // bytes
  size_t columns = 0;
};

// The code point at `at` and its bytes. A byte that is no UTF-8 reads as one character.
std::pair<int32_t, size_t> CodeAt(std::string_view text, size_t at) {
  utf8proc_int32_t code = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - at), &code);
  if (size <= 0) return {0xFFFD, 1};
  return {code, static_cast<size_t>(size)};
}

// The bytes of our paint at `at`, 0 where none begins.
size_t PaintAt(std::string_view text, size_t at) {
  if (text.substr(at, 2) != "\x1b[") return 0;
  const size_t end = text.find('m', at);
  return end == std::string_view::npos ? 0 : end + 1 - at;
}

std::vector<Cluster> Clusters(std::string_view text) {
  std::vector<Cluster> clusters;
  utf8proc_int32_t state = 0;
  int32_t last = 0;
  for (size_t at = 0; at < text.size();) {
    if (const size_t paint = PaintAt(text, at); paint > 0) {
      at += paint;
      continue;
    }
    const auto [code, bytes] = CodeAt(text, at);
    const bool begins = clusters.empty() || utf8proc_grapheme_break_stateful(last, code, &state);
    const auto columns = static_cast<size_t>(std::max(0, utf8proc_charwidth(code)));
    if (begins) clusters.push_back({at, 0});
    clusters.back().columns = std::min<size_t>(2, clusters.back().columns + columns);
    last = code;
    at += bytes;
  }
  return clusters;
}

size_t Sum(const std::vector<Cluster>& clusters) {
  size_t columns = 0;
  for (const Cluster& cluster : clusters) columns += cluster.columns;
  return columns;
}

}  // namespace

size_t Columns(std::string_view text) { return Sum(Clusters(text)); }

int RowsOf(std::string_view text, int columns) {
  const auto width = static_cast<size_t>(std::max(2, columns));
  int rows = 1;
  size_t used = 0;
  for (const Cluster& cluster : Clusters(text)) {
    if (used + cluster.columns > width) {  // a wide character that does not fit goes down whole
      ++rows;
      used = 0;
    }
    used += cluster.columns;
  }
  return rows;
}

std::string CutMiddle(std::string_view text, size_t most) {
  const std::vector<Cluster> clusters = Clusters(text);
  if (Sum(clusters) <= most) return std::string(text);
  if (most == 0) return "";
  const size_t in_front = most / 2;
  const size_t behind = most - 1 - in_front;
  size_t head = 0;
  size_t head_columns = 0;
  while (head_columns + clusters[head].columns <= in_front)
    head_columns += clusters[head++].columns;
  size_t tail = clusters.size();
  size_t tail_columns = 0;
  while (tail > head && tail_columns + clusters[tail - 1].columns <= behind) {
    tail_columns += clusters[--tail].columns;
  }
  const std::string_view end =
      tail == clusters.size() ? std::string_view() : text.substr(clusters[tail].begin);
  std::string cut(text.substr(0, clusters[head].begin));
  return cut.append("…").append(end);
}

std::string Padded(const std::string& text, size_t columns) {
  const size_t has = Columns(text);
  return has >= columns ? text : text + std::string(columns - has, ' ');
}

}  // namespace collie::cli
