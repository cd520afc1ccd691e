#include "crew/cli/view/nearest.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace collie::cli {
namespace {

constexpr size_t kLongestWord = 64;  // a longer one is no slip of a finger

// How many letters differ.
size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const size_t changed = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({changed, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string Nearest(const std::string& word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string nearest;
  size_t best = 1 + std::max<size_t>(1, word.size() / 3);
  for (const std::string& one : known) {
    const bool begins = word.size() > 2 && absl::StartsWith(one, word);
    const size_t distance = begins ? 1 : Distance(word, one);
    if (distance >= best) continue;
    best = distance;
    nearest = one;
  }
  return nearest;
}

}  // namespace collie::cli
