#ifndef COLLIE_CREW_CLI_VIEW_SCREEN_H_
#define COLLIE_CREW_CLI_VIEW_SCREEN_H_

#include <ostream>
#include <string>
#include <vector>

namespace collie::cli {

// A terminal's size in characters.
struct ScreenSize {
  int columns = 80;
  int rows = 24;
  friend bool operator==(const ScreenSize&, const ScreenSize&) = default;
};

// A terminal that is drawn over and over: only lines that changed are written. The terminal itself
// wraps a long one, so that a command which is copied from there stays one line. Not thread-safe.
class Screen {
 public:
  explicit Screen(std::ostream& out) : out_(out) {}
  // Leaves what is drawn, and the cursor in the row below it.
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Shows these lines from the top. REQUIRES: together they fit.
  void Draw(const std::vector<std::string>& lines, ScreenSize size);

 private:
  struct Placed {
    std::string line;
    int row = 1;
    int rows = 1;
    friend bool operator==(const Placed&, const Placed&) = default;
  };

  void Begin(ScreenSize size);
  void Erase(int row, int rows);
  void Write(const Placed& line);

  std::ostream& out_;
  ScreenSize size_{0, 0};
  std::vector<Placed> shown_;
  int next_row_ = 1;  // below what is shown
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_SCREEN_H_
