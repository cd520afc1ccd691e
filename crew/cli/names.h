#ifndef COLLIE_CREW_CLI_NAMES_H_
#define COLLIE_CREW_CLI_NAMES_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace collie::cli {

// What a short name may mean, as whole names in order.
using Meaning = std::vector<std::string>;

// A short name at one relay.
struct ShortName {
  std::string relay;  // Endpoint::where
  std::string name;
  friend bool operator==(const ShortName&, const ShortName&) = default;
};

// What each short name meant when it was used last, in a file of this user's. The newest 1000 names
// are kept. Errors, one sentence each: those of the private files; INVALID_ARGUMENT (the file is
// not one of these).
class Names {
 public:
  explicit Names(std::filesystem::path file) : file_(std::move(file)) {}

  // nullopt: it was never used.
  absl::StatusOr<std::optional<Meaning>> Find(const ShortName& name) const;
  // Keeps what it means now. One writer at a time, whatever their number.
  absl::Status Keep(const ShortName& name, const Meaning& meaning) const;

 private:
  const std::filesystem::path file_;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_NAMES_H_
