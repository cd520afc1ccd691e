#ifndef COLLIE_CREW_STATUS_STATUS_MACROS_H_
#define COLLIE_CREW_STATUS_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns the error of `expr`, a Status, from this function; goes on when it is OK.
#define COLLIE_RETURN_IF_ERROR(expr)               \
  do {                                             \
    absl::Status collie_status = (expr);           \
    if (!collie_status.ok()) return collie_status; \
  } while (false)

#define COLLIE_MACRO_JOIN_INNER(a, b) a##b
#define COLLIE_MACRO_JOIN(a, b) COLLIE_MACRO_JOIN_INNER(a, b)

#define COLLIE_ASSIGN_OR_RETURN_INNER(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return std::move(result).status();   \
  lhs = *std::move(result)

// Assigns the value of `expr`, a StatusOr, to `lhs` (which may declare), or returns its error.
#define COLLIE_ASSIGN_OR_RETURN(lhs, expr) \
  COLLIE_ASSIGN_OR_RETURN_INNER(COLLIE_MACRO_JOIN(collie_result_, __LINE__), lhs, expr)

#endif  // COLLIE_CREW_STATUS_STATUS_MACROS_H_
