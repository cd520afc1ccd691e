#ifndef COLLIE_CREW_IDS_TYPED_ID_H_
#define COLLIE_CREW_IDS_TYPED_ID_H_

#include <string>
#include <utility>

namespace collie::ids {

// A string that names one kind of thing. Ids of different kinds, and strings, do not convert to
// each other, so that the compiler finds swapped arguments. Made where a component takes the text
// in; it checks nothing (IsName, IsWireId and IsOpaque of ids.h do).
template <typename Kind>
class TypedId {
 public:
  // Empty: names nothing.
  TypedId() = default;
  explicit TypedId(std::string value) : value_(std::move(value)) {}

  const std::string& value() const { return value_; }
  bool empty() const { return value_.empty(); }

  friend bool operator==(const TypedId& a, const TypedId& b) { return a.value_ == b.value_; }
  friend bool operator<(const TypedId& a, const TypedId& b) { return a.value_ < b.value_; }
  template <typename H>
  friend H AbslHashValue(H state, const TypedId& id) {
    return H::combine(std::move(state), id.value_);
  }

 private:
  std::string value_;
};

// Of an act, as the caller chose it; its attempts share it.
using RequestId = TypedId<struct RequestIdKind>;
// Of a host in the crew, as the relay minted it.
using MemberId = TypedId<struct MemberIdKind>;
// Of an agent's entry in sources.json.
using SourceName = TypedId<struct SourceNameKind>;
// Of a conversation of one agent.
using PaneId = TypedId<struct PaneIdKind>;
// Of one run of an agent.
using Epoch = TypedId<struct EpochKind>;
// Of an agent, as sources.json writes it: another address is another agent.
using AgentAddress = TypedId<struct AgentAddressKind>;
// Stands for an agent's address where that is not shown.
using AddressId = TypedId<struct AddressIdKind>;
// Of one edge's store: its incarnation.
using StoreId = TypedId<struct StoreIdKind>;
// Of a question of one conversation; another one may have it later, of another hash.
using AskId = TypedId<struct AskIdKind>;
// Of what a question says (protos/WIRE.md).
using AskHash = TypedId<struct AskHashKind>;
// Of a certificate's key (crew/identity/pin.h).
using Pin = TypedId<struct PinKind>;
// Of a token, which itself is not kept (crew/identity/token.h).
using TokenHash = TypedId<struct TokenHashKind>;

}  // namespace collie::ids

#endif  // COLLIE_CREW_IDS_TYPED_ID_H_
