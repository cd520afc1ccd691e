#ifndef COLLIE_TESTS_BENCH_TABLE_H_
#define COLLIE_TESTS_BENCH_TABLE_H_

#include <string>
#include <vector>

#include "tests/bench/result.h"

namespace collie::bench {

// The rows as a Markdown table whose columns stand in line, so that it reads on a terminal too.
std::string Table(const std::vector<Row>& rows, double slack);

// A value with as many digits as help, such as 0.042, 3.1, 240, 12000.
std::string Digits(double value);

std::string WordOf(Verdict verdict);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_TABLE_H_
