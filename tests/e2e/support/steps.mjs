// The steps of the write path at which a test ends or holds a daemon (the points of crew/fault).
// `at`: at which time it happens there, so that the load is under way; `provoke`: what leads there,
// where a load does not.

export const RELAY_STEPS = {
  "relay.accepted": { at: 12 },
  "relay.locked": { at: 11 },
  "relay.passed-on": { at: 10 },
  "relay.commanded": { at: 11 },
  "relay.result-arrived": { at: 9 },
  "relay.result-on-disk": { at: 10 },
  "relay.acknowledged": { at: 8 },
  "relay.refused-on-disk": { at: 3 },
  "relay.healed-on-disk": { at: 2 },
  "relay.asked": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "relay.unknown-on-disk": { at: 1, provoke: (story) => story.keepSilent() },
};

export const EDGE_STEPS = {
  "edge.commanded": { at: 12 },
  "edge.checked": { at: 11 },
  "edge.begun": { at: 10 },
  "edge.posted": { at: 11 },
  "edge.result-on-disk": { at: 9 },
  "edge.told": { at: 10 },
  "edge.acknowledged": { at: 8 },
  "edge.asked": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "edge.fence-raised": { at: 1, provoke: (story) => story.loseWhatIsOnItsWay() },
  "edge.hello-again": { at: 1, provoke: (story) => story.load.retry("aside") },
};
