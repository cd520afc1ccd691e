#include "crew/wire/answer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace collie::wire {
namespace {

v1::Ask Options(v1::AskKind kind, bool multiple = false, int min = 0, int max = 0) {
  v1::Ask ask;
  ask.set_kind(kind);
  ask.set_multiple(multiple);
  ask.set_min(min);
  ask.set_max(max);
  for (const char* id : {"a", "b", "c"}) ask.add_options()->set_id(id);
  return ask;
}

v1::Answer Picks(const std::vector<std::string>& ids) {
  v1::Answer answer;
  answer.mutable_picked();
  for (const std::string& id : ids) answer.mutable_picked()->add_option_ids(id);
  return answer;
}

v1::Answer Text(const std::string& text) {
  v1::Answer answer;
  answer.set_text(text);
  return answer;
}

v1::Ask Form() {
  v1::Ask ask;
  ask.set_kind(v1::ASK_KIND_FORM);
  const auto add = [&ask](const char* id, v1::FieldType type) {
    v1::AskField* field = ask.add_fields();
    field->set_id(id);
    field->set_type(type);
    return field;
  };
  add("name", v1::FIELD_TYPE_TEXT)->set_required(true);
  add("age", v1::FIELD_TYPE_NUMBER);
  add("ok", v1::FIELD_TYPE_BOOLEAN);
  add("size", v1::FIELD_TYPE_CHOICE)->add_options()->set_id("small");
  return ask;
}

bool FormFits(void (*fill)(google::protobuf::Map<std::string, v1::FieldValue>&)) {
  v1::Answer answer;
  auto& fields = *answer.mutable_form()->mutable_fields();
  fields["name"].set_text("Ada");
  fill(fields);
  return AnswerFits(Form(), answer);
}

TEST(AnswerFitsTest, PermissionsAndSingleChoicesTakeOneKnownOption) {
  for (const v1::AskKind kind : {v1::ASK_KIND_PERMISSION, v1::ASK_KIND_CHOICE}) {
    EXPECT_TRUE(AnswerFits(Options(kind), Picks({"b"})));
    EXPECT_FALSE(AnswerFits(Options(kind), Picks({})));
    EXPECT_FALSE(AnswerFits(Options(kind), Picks({"d"})));
    EXPECT_FALSE(AnswerFits(Options(kind), Picks({"a", "b"})));
    EXPECT_FALSE(AnswerFits(Options(kind), Text("a")));
    EXPECT_FALSE(AnswerFits(Options(kind), v1::Answer()));
  }
  EXPECT_FALSE(AnswerFits(Options(v1::ASK_KIND_PERMISSION, true, 1, 3), Picks({"a", "b"})));
}

TEST(AnswerFitsTest, ChoicesOfSeveralCount) {
  const v1::Ask ask = Options(v1::ASK_KIND_CHOICE, true, 1, 2);
  EXPECT_FALSE(AnswerFits(ask, Picks({})));
  EXPECT_TRUE(AnswerFits(ask, Picks({"a"})));
  EXPECT_TRUE(AnswerFits(ask, Picks({"c", "a"})));
  EXPECT_FALSE(AnswerFits(ask, Picks({"a", "b", "c"})));
  EXPECT_FALSE(AnswerFits(ask, Picks({"a", "a"})));
  EXPECT_FALSE(AnswerFits(ask, Picks({"a", "d"})));
  EXPECT_TRUE(AnswerFits(Options(v1::ASK_KIND_CHOICE, true, 0, 0), Picks({})));
  EXPECT_TRUE(AnswerFits(Options(v1::ASK_KIND_CHOICE, true, 0, 0), Picks({"a", "b", "c"})));
}

TEST(AnswerFitsTest, TextsTakeText) {
  v1::Ask ask;
  ask.set_kind(v1::ASK_KIND_TEXT);
  EXPECT_TRUE(AnswerFits(ask, Text("why not")));
  EXPECT_TRUE(AnswerFits(ask, Text("")));
  EXPECT_FALSE(AnswerFits(ask, Picks({})));
}

TEST(AnswerFitsTest, FormsTakeTheirFields) {
  EXPECT_TRUE(FormFits([](auto&) {}));
  EXPECT_TRUE(FormFits([](auto& fields) {
    fields["age"].set_number(36);
    fields["ok"].set_boolean(false);
    fields["size"].set_text("small");
  }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields.erase("name"); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["name"].set_number(1); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["age"].set_text("36"); }));
  EXPECT_FALSE(FormFits(
      [](auto& fields) { fields["age"].set_number(std::numeric_limits<double>::infinity()); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["ok"].set_text("true"); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["size"].set_text("huge"); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["other"].set_text("x"); }));
  EXPECT_FALSE(FormFits([](auto& fields) { fields["age"]; }));
}

TEST(AnswerFitsTest, UnknownKindsFitNothing) {
  EXPECT_FALSE(AnswerFits(Options(v1::ASK_KIND_OTHER), Picks({"a"})));
  EXPECT_FALSE(AnswerFits(Options(v1::ASK_KIND_UNSPECIFIED), Picks({"a"})));
}

}  // namespace
}  // namespace collie::wire
