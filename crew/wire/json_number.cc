#include "crew/wire/json_number.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace collie::wire {
namespace {

// A positive number: 0.<digits> times ten to the power of `point`.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal Shortest(double number) {
  char text[32];  // 17 digits, a point and an exponent at most
  const auto end = std::to_chars(text, text + sizeof(text), number, std::chars_format::scientific);
  const std::string_view written(text, static_cast<size_t>(end.ptr - text));
  const size_t e = written.find('e');
  Decimal decimal;
  for (const char c : written.substr(0, e)) {
    if (c != '.') decimal.digits.push_back(c);
  }
  decimal.point = std::atoi(std::string(written.substr(e + 1)).c_str()) + 1;
  return decimal;
}

std::string WithExponent(const std::string& digits, int exponent) {
  std::string text = digits.substr(0, 1);
  if (digits.size() > 1) text += absl::StrCat(".", digits.substr(1));
  return text + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace

std::string EcmaNumber(double number) {
  if (number == 0) return "0";
  if (number < 0) return absl::StrCat("-", EcmaNumber(-number));
  const auto [digits, point] = Shortest(number);
  const int count = static_cast<int>(digits.size());
  if (point > 21 || point <= -6) return WithExponent(digits, point - 1);
  if (point <= 0) return absl::StrCat("0.", std::string(static_cast<size_t>(-point), '0'), digits);
  if (point >= count) return digits + std::string(static_cast<size_t>(point - count), '0');
  const size_t whole = static_cast<size_t>(point);
  return absl::StrCat(digits.substr(0, whole), ".", digits.substr(whole));
}

}  // namespace collie::wire
