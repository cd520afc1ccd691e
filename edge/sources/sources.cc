#include "edge/sources/sources.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::edge {
namespace {

const config::SourceEntry* FindEntry(const std::vector<config::SourceEntry>& entries,
                                     const std::string& name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&name](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

// All at once: each may have to end a read.
void StopAll(const std::vector<std::shared_ptr<Poller>>& pollers) {
  std::vector<std::thread> stops;
  for (const auto& poller : pollers) {
    stops.push_back(threads::StartNamed("stop", [&poller] { poller->Stop(); }));
  }
  for (std::thread& stop : stops) stop.join();
}

}  // namespace

Sources::Sources(const clock::Clock& clock, HostView& view, Interest& interest, Cadence cadence)
    : clock_(clock), view_(view), interest_(interest), cadence_(cadence) {
  interest_.SetOnChange([this](const Interest::Change& change) { InterestChanged(change); });
}

Sources::~Sources() {
  interest_.SetOnChange(nullptr);
  Stop();
}

void Sources::InterestChanged(const Interest::Change& change) {
  if (change.conversations) view_.SetWanted(interest_.AskedFor());
  std::vector<std::shared_ptr<Poller>> pollers;
  {
    absl::MutexLock lock(&mu_);
    for (const auto& [name, poller] : pollers_) {
      if (change.every_source || change.sources.contains(name)) pollers.push_back(poller);
    }
  }
  for (const auto& poller : pollers) poller->InterestChanged();
}

void Sources::Apply(const std::vector<config::SourceEntry>& entries) {
  const std::vector<std::shared_ptr<Poller>> leaving = TakeOut(entries);
  StopAll(leaving);
  for (const auto& poller : leaving) {
    const config::SourceEntry& old = poller->entry();
    const config::SourceEntry* stays = FindEntry(entries, old.name);
    if (stays != nullptr && stays->address() == old.address()) continue;
    epochs_.Clear(ids::SourceName(old.name));
    view_.Remove(old.name);
  }
  TakeIn(entries);
  // What changed between the read of the interest and the start of a poller.
  InterestChanged({.every_source = true, .sources = {}, .conversations = true});
}

// Takes out of the set what left or changed.
std::vector<std::shared_ptr<Poller>> Sources::TakeOut(
    const std::vector<config::SourceEntry>& entries) {
  std::vector<std::shared_ptr<Poller>> leaving;
  absl::MutexLock lock(&mu_);
  for (auto running = pollers_.begin(); running != pollers_.end();) {
    const config::SourceEntry* wanted = FindEntry(entries, running->first);
    if (wanted != nullptr && *wanted == running->second->entry()) {
      ++running;
      continue;
    }
    leaving.push_back(std::move(running->second));
    running = pollers_.erase(running);
  }
  return leaving;
}

void Sources::TakeIn(const std::vector<config::SourceEntry>& entries) {
  std::vector<ids::SourceName> names;
  for (const config::SourceEntry& entry : entries) names.emplace_back(entry.name);
  epochs_.SetOrder(names);
  std::vector<std::shared_ptr<Poller>> fresh;
  for (const config::SourceEntry& entry : entries) {
    if (Find(entry.name) != nullptr) continue;
    fresh.push_back(
        std::make_shared<Poller>(entry, Poller::Host{clock_, view_, interest_, epochs_, cadence_}));
  }
  {
    absl::MutexLock lock(&mu_);
    entries_ = entries;
    for (const auto& poller : fresh) pollers_[poller->entry().name] = poller;
  }
  for (const auto& poller : fresh) poller->Start();
}

void Sources::Stop() {
  std::vector<std::shared_ptr<Poller>> running;
  {
    absl::MutexLock lock(&mu_);
    for (auto& [name, poller] : pollers_) running.push_back(std::move(poller));
    pollers_.clear();
    entries_.clear();
  }
  StopAll(running);
}

std::shared_ptr<Poller> Sources::Find(const std::string& name) const {
  absl::MutexLock lock(&mu_);
  const auto found = pollers_.find(name);
  return found == pollers_.end() ? nullptr : found->second;
}

void Sources::PollNow(const std::string& name) {
  if (const auto poller = Find(name)) poller->PollNow();
}

void Sources::PollAfterAct(const std::string& name, const std::string& pane) {
  if (const auto poller = Find(name)) poller->PollAfterAct(pane);
}

std::vector<config::SourceEntry> Sources::entries() const {
  absl::MutexLock lock(&mu_);
  return entries_;
}

}  // namespace collie::edge
