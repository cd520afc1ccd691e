#ifndef COLLIE_CREW_IDS_RANDOM_H_
#define COLLIE_CREW_IDS_RANDOM_H_

#include <cstddef>
#include <string>

namespace collie::ids {

// The only source of randomness. Thread-safe.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  // `count` random bytes, fit for secrets.
  virtual std::string Bytes(size_t count) = 0;

  // A number in [0, 1).
  double Fraction();
  // `count` random bytes as lower-case hex, twice as many characters.
  std::string Hex(size_t count);
};

// The machine's generator. Lives for ever. Ends the process when the machine has no randomness.
RandomSource& SystemRandom();

}  // namespace collie::ids

#endif  // COLLIE_CREW_IDS_RANDOM_H_
