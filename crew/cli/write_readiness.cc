#include "crew/cli/write_readiness.h"

#include <httplib.h>

#include "absl/strings/str_cat.h"
#include "crew/json/json.h"

namespace collie::cli {
namespace {

Finding Unseen(const std::string& address) {
  return {Mark::kWarn, "store",
          absl::StrCat("it can be read; whether it can be written is not known, since no HTTP API "
                       "answers at ",
                       address),
          "collie doctor --http HOST:PORT"};
}

}  // namespace

Finding WriteReadiness(const std::string& address, absl::Duration most) {
  httplib::Client client(absl::StrCat("http://", address));
  const auto micros = absl::ToInt64Microseconds(most);
  client.set_connection_timeout(0, micros);
  client.set_read_timeout(0, micros);
  const httplib::Result reply = client.Get("/readyz");
  if (!reply) return Unseen(address);
  const json::Json said = json::Json::parse(reply->body, nullptr, false);
  if (!said.is_object() || !said.contains("writes")) return Unseen(address);
  if (said["writes"] == true) return {Mark::kOk, "store", "it can be read and written", ""};
  return {Mark::kBad, "store",
          absl::StrCat("no act can be written: ", json::Dump(said.value("reason", json::Json()))),
          "free space on the disk of the state folder"};
}

}  // namespace collie::cli
