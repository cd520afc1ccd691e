#include "crew/link/pane_digest.h"

#include <openssl/sha.h>

#include <utility>

namespace collie::link {
namespace {

constexpr size_t kBytes = 16;

}  // namespace

v1::Pane EdgePart(v1::Pane pane) {
  pane.clear_busy();
  for (v1::Ask& ask : *pane.mutable_asks()) {
    ask.clear_expires_in_ms();
    ask.clear_one_tap();
    ask.clear_one_use_id();
  }
  return pane;
}

// A pane holds no maps, so its bytes are those of its fields in their order.
std::string PaneDigest(const v1::Pane& pane) {
  const std::string bytes = EdgePart(pane).SerializeAsString();
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  digest.resize(kBytes);
  return digest;
}

}  // namespace collie::link
