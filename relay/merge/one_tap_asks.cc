#include "relay/merge/one_tap_asks.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string_view>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

constexpr size_t kIdBytes = 16;  // of the keyed hash: 128 bits cannot be guessed

std::string KeyedHash(const std::string& key, std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest, &size);
  return {reinterpret_cast<const char*>(digest), size};
}

}  // namespace

void OneTapAsks::Label(const ids::ConversationKey& conversation, const std::string& epoch,
                       v1::Ask* ask) const {
  ask->set_one_tap(FitsOneTap(*ask));
  const std::string ask_key = AskKey(conversation, epoch, *ask);
  const auto count = counts_.find(ask_key);
  const int64_t n = count == counts_.end() ? 0 : count->second;
  ask->set_one_use_id(
      absl::BytesToHexString(KeyedHash(key_, absl::StrCat(ask_key, "\n", n)).substr(0, kIdBytes)));
}

std::string OneTapAsks::AskKey(const ids::ConversationKey& conversation, const std::string& epoch,
                               const v1::Ask& ask) {
  return absl::StrCat(conversation.ToString(), "\n", epoch, "\n", ask.ask_id(), "\n", ask.hash());
}

bool OneTapAsks::FitsOneTap(const v1::Ask& ask) {
  if (ask.altered()) return false;
  return ask.kind() == v1::ASK_KIND_PERMISSION ||
         (ask.kind() == v1::ASK_KIND_CHOICE && !ask.multiple());
}

}  // namespace collie::relay
