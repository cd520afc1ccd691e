#include "relay/api/connections/client_hello.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

using State = ClientHello::State;

std::string Sized(size_t length, const std::string& bytes) {
  std::string size;
  for (size_t i = length; i > 0; --i) size += static_cast<char>(bytes.size() >> (8 * (i - 1)));
  return size + bytes;
}

std::string Extension(char type, const std::string& bytes) {
  return std::string("\0", 1) + type + Sized(2, bytes);
}

// A whole first record with these extensions.
std::string Record(const std::string& extensions) {
  const std::string hello = std::string(2 + 32, 'r') + Sized(1, "session") + Sized(2, "ciph") +
                            Sized(1, std::string("\0", 1)) + Sized(2, extensions);
  return std::string("\x16\x03\x01", 3) + Sized(2, "\x01" + Sized(3, hello));
}

std::string NamedRecord(const std::string& name) {
  const std::string names = Sized(2, std::string("\0", 1) + Sized(2, name));
  return Record(Extension('\x2b', "versions") + Extension('\0', names));
}

TEST(ClientHelloTest, ReadsTheServersName) {
  const ClientHello hello = ReadClientHello(NamedRecord("link.collie.internal"));
  EXPECT_EQ(hello.state, State::kComplete);
  EXPECT_EQ(hello.server_name, "link.collie.internal");
}

TEST(ClientHelloTest, OneWithoutANameIsComplete) {
  const ClientHello hello = ReadClientHello(Record(Extension('\x2b', "versions")));
  EXPECT_EQ(hello.state, State::kComplete);
  EXPECT_EQ(hello.server_name, "");
}

TEST(ClientHelloTest, SaysHowManyBytesItNeeds) {
  const std::string record = NamedRecord("a");
  for (size_t count = 0; count < record.size(); ++count) {
    const ClientHello hello = ReadClientHello(record.substr(0, count));
    EXPECT_EQ(hello.state, State::kIncomplete) << count;
    EXPECT_EQ(hello.needed, count < 5 ? 5 : record.size()) << count;
  }
}

TEST(ClientHelloTest, WhatIsNoTlsIsRefusedByItsFirstBytes) {
  for (const std::string& bytes :
       {std::string("PRI * HTTP/2.0"), std::string("G"), std::string("\x16\x02\x01", 3),
        std::string("\x16\x03\x01\xff\xff", 5), std::string("\x16\x03\x01\0\0", 5)}) {
    EXPECT_EQ(ReadClientHello(bytes).state, State::kNotTls) << bytes;
  }
}

// Lengths that point past the end, at every place: no name, and nothing is read beyond.
TEST(ClientHelloTest, BentLengthsNameNobody) {
  const std::string record = NamedRecord("link.collie.internal");
  for (size_t at = 5; at < record.size(); ++at) {
    std::string bent = record;
    bent[at] = '\xff';
    EXPECT_EQ(ReadClientHello(bent).state, State::kComplete) << at;
    const ClientHello cut =
        ReadClientHello(std::string("\x16\x03\x01", 3) + Sized(2, record.substr(5, at - 4)));
    EXPECT_EQ(cut.state, State::kComplete) << at;
  }
}

}  // namespace
}  // namespace collie::relay
