#include "crew/ids/random.h"

#include <openssl/rand.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "absl/strings/escaping.h"

namespace collie::ids {
namespace {

class MachineRandom final : public RandomSource {
 public:
  std::string Bytes(size_t count) override {
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) {
      std::abort();
    }
    return bytes;
  }
};

}  // namespace

double RandomSource::Fraction() {
  const std::string bytes = Bytes(sizeof(uint64_t));
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof(bits));
  constexpr double kOneOver2To53 = 1.0 / 9007199254740992.0;
  return static_cast<double>(bits >> 11) * kOneOver2To53;
}

std::string RandomSource::Hex(size_t count) { return absl::BytesToHexString(Bytes(count)); }

RandomSource& SystemRandom() {
  static MachineRandom random;
  return random;
}

}  // namespace collie::ids
