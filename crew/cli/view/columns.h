#ifndef COLLIE_CREW_CLI_VIEW_COLUMNS_H_
#define COLLIE_CREW_CLI_VIEW_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>

// How much of a terminal's width a text takes. The texts are cleaned for the terminal already; our
// own paint (paint.h) takes no width. Pure.
namespace collie::cli {

// Its columns: 2 for a wide character, 0 for a mark on the one before.
size_t Columns(std::string_view text);

// The rows that a terminal of this width wraps it into, at least 1.
int RowsOf(std::string_view text, int columns);

// The text in at most `most` columns. A longer one loses its middle, and a … stands there, so that
// two texts that differ at the end stay apart. Unpainted; never cut inside a character.
std::string CutMiddle(std::string_view text, size_t most);

// The text with spaces behind it, up to `columns`.
std::string Padded(const std::string& text, size_t columns);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_COLUMNS_H_
