#ifndef COLLIE_CREW_TEXT_CLEAN_H_
#define COLLIE_CREW_TEXT_CLEAN_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "crew/text/limits.h"

namespace collie::text {

// A text that is safe to show as text.
struct Cleaned {
  std::string text;      // valid UTF-8
  bool altered = false;  // it is not what came in
};

// Cleaning, in this order (protos/WIRE.md, Limits):
// - bytes that are not UTF-8 (surrogates too) become U+FFFD, one for each byte;
// - control and invisible characters are removed, whatever the length: controls (C0, DEL, C1), line
//   and paragraph separators, noncharacters, format characters (bidi controls, tags, soft hyphens,
//   zero-width ones) and every other default-ignorable one (fillers, variation selectors);
// - what is longer than `max_characters` code points is cut, before a user-perceived character
// where
//   that one is of ordinary length.
// Two invisible characters stay where all they can do is to shape an emoji, since many questions
// hold one and would otherwise count as altered: a joiner between two pictographs, and a variation
// selector right after a pictograph or inside a keycap. Private-use characters stay: they show (as
// a glyph or a box) and prompts are full of them. Idempotent. Pure;
// never fails.

// One line: line feeds and tabs are removed too.
Cleaned CleanLine(std::string_view text, size_t max_characters);
// Lines of text: line feeds and tabs stay.
Cleaned CleanText(std::string_view text, size_t max_characters);

// One line for a terminal or a log: nothing in it moves the cursor or reorders what stands beside
// it.
std::string TerminalSafe(std::string_view text, size_t max_characters = kTerminalCharacters);

}  // namespace collie::text

#endif  // COLLIE_CREW_TEXT_CLEAN_H_
