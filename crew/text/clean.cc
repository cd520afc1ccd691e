#include "crew/text/clean.h"

#include <utf8proc.h>

#include <cstdint>
#include <utility>

namespace collie::text {
namespace {

constexpr int32_t kReplacement = 0xFFFD;
constexpr int32_t kJoiner = 0x200D;
constexpr int32_t kTextStyle = 0xFE0E;
constexpr int32_t kEmojiStyle = 0xFE0F;
constexpr int32_t kKeycap = 0x20E3;
// A longer cluster is no real character; it is cut inside.
constexpr size_t kLongestCluster = 32;

struct Character {
  int32_t code = 0;
  size_t bytes = 0;  // 0 at the end of the text
  bool broken = false;
};

Character At(std::string_view text, size_t at) {
  if (at >= text.size()) return {};
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  if (*bytes < 0x80) return {*bytes, 1, false};
  utf8proc_int32_t code = 0;
  const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - at), &code);
  if (size <= 0) return {kReplacement, 1, true};
  return {code, static_cast<size_t>(size), false};
}

bool IsPictograph(int32_t code) {
  return code >= 0x80 &&
         utf8proc_get_property(code)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool IsSkinTone(int32_t code) { return code >= 0x1F3FB && code <= 0x1F3FF; }
bool IsStyle(int32_t code) { return code == kTextStyle || code == kEmojiStyle; }
bool IsKeycapBase(int32_t code) {
  return (code >= '0' && code <= '9') || code == '#' || code == '*';
}
bool IsNoncharacter(int32_t code) {
  return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

bool IsInvisible(int32_t code) {
  if (code < 0x80) return code < 0x20 || code == 0x7F;
  if (IsNoncharacter(code)) return true;
  const utf8proc_property_t* property = utf8proc_get_property(code);
  if (property->ignorable) return true;
  switch (property->category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    case UTF8PROC_CATEGORY_CF:  // some are marks in front of numbers, which show
      return property->boundclass != UTF8PROC_BOUNDCLASS_PREPEND;
    default:
      // The rest of the ignorable planes' block, assigned or not.
      return (code >= 0xFFF0 && code <= 0xFFF8) || (code >= 0xE0000 && code <= 0xE0FFF);
  }
}

// Collects what is kept, up to a number of characters.
class Line {
 public:
  explicit Line(size_t max_characters) : max_characters_(max_characters) {}

  // False when `code` does not fit: the text is cut then, and complete.
  bool Append(int32_t code, std::string_view bytes) {
    const bool begins = BeginsCluster(code);
    if (characters_ == max_characters_) {
      if (!begins && cluster_at_ > 0 && cluster_characters_ <= kLongestCluster) {
        text_.resize(cluster_at_);
      }
      DropLooseEnd();
      return false;
    }
    if (begins) {
      cluster_at_ = text_.size();
      cluster_characters_ = 0;
    }
    text_.append(bytes);
    ++characters_;
    ++cluster_characters_;
    if (!IsStyle(code) && !IsSkinTone(code)) base_ = code;
    last_ = code;
    return true;
  }

  // Whether an invisible `code` shapes an emoji between what is kept so far and `next`.
  bool ShapesEmoji(int32_t code, int32_t next) const {
    if (IsStyle(code)) {
      return IsPictograph(last_) || (IsKeycapBase(last_) && next == kKeycap && code == kEmojiStyle);
    }
    return code == kJoiner && IsPictograph(base_) && IsPictograph(next);
  }

  std::string TakeText() { return std::move(text_); }

 private:
  bool BeginsCluster(int32_t code) {
    if (code < 0x80 && last_ < 0x80) {
      cluster_state_ = 0;
      return true;
    }
    return text_.empty() || utf8proc_grapheme_break_stateful(last_, code, &cluster_state_);
  }

  // A joiner or a keycap's style that the cut left without what it shapes: a second cleaning would
  // remove it.
  void DropLooseEnd() {
    constexpr std::string_view kJoinerBytes = "\xE2\x80\x8D";
    constexpr std::string_view kEmojiStyleBytes = "\xEF\xB8\x8F";
    if (text_.ends_with(kJoinerBytes)) text_.resize(text_.size() - kJoinerBytes.size());
    const size_t styled = text_.size() - kEmojiStyleBytes.size();
    if (text_.ends_with(kEmojiStyleBytes) && styled > 0 && IsKeycapBase(text_[styled - 1])) {
      text_.resize(styled);
    }
  }

  const size_t max_characters_;
  std::string text_;
  size_t characters_ = 0;
  size_t cluster_at_ = 0;          // where in text_ the last cluster begins
  size_t cluster_characters_ = 0;  // how many characters it has
  int32_t last_ = 0;
  int32_t base_ = 0;  // the last one that is not a style or a skin tone
  utf8proc_int32_t cluster_state_ = 0;
};

Cleaned Clean(std::string_view text, size_t max_characters, bool keeps_lines) {
  constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";
  Cleaned cleaned;
  Line line(max_characters);
  for (size_t at = 0; at < text.size();) {
    const Character character = At(text, at);
    const std::string_view bytes =
        character.broken ? kReplacementBytes : text.substr(at, character.bytes);
    at += character.bytes;
    const bool lines = keeps_lines && (character.code == '\n' || character.code == '\t');
    if (!lines && IsInvisible(character.code) &&
        !line.ShapesEmoji(character.code, At(text, at).code)) {
      cleaned.altered = true;
      continue;
    }
    if (character.broken) cleaned.altered = true;
    if (!line.Append(character.code, bytes)) {
      cleaned.altered = true;
      break;
    }
  }
  cleaned.text = line.TakeText();
  return cleaned;
}

}  // namespace

Cleaned CleanLine(std::string_view text, size_t max_characters) {
  return Clean(text, max_characters, false);
}

Cleaned CleanText(std::string_view text, size_t max_characters) {
  return Clean(text, max_characters, true);
}

std::string TerminalSafe(std::string_view text, size_t max_characters) {
  return CleanLine(text, max_characters).text;
}

}  // namespace collie::text
