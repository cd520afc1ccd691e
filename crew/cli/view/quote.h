#ifndef COLLIE_CREW_CLI_VIEW_QUOTE_H_
#define COLLIE_CREW_CLI_VIEW_QUOTE_H_

#include <string>

namespace collie::cli {

// The text in quotes for a sentence, cleaned for the terminal and cut after 200 characters.
std::string Quoted(const std::string& text);

// The text as one word of a shell: as it is where that is safe, else in single quotes.
std::string ShellWord(const std::string& text);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_QUOTE_H_
