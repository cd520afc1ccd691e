// The link between edge and relay, in a test's hand: a TCP proxy that carries the bytes of their TLS
// as they are, until the test cuts it.

import { connect, createServer } from "node:net";

/** Opens a proxy to `target` ({host, port}); it ends with the test. */
export async function openLinkCut(t, target) {
  const link = new LinkCut(target);
  await new Promise((done) => link.server.listen(0, "127.0.0.1", done));
  t.after(() => link.close());
  return link;
}

class LinkCut {
  #target;
  #pairs = new Set();
  #isCut = false;
  #held = null; // while it is held: what waits, as [socket it goes to, bytes]

  /** How many dials were refused since the last cut: the edge has noticed it. */
  turnedAway = 0;

  /** How many connections came so far. */
  dials = 0;

  /** How many bytes the edge has sent. */
  sent = 0;

  constructor(target) {
    this.#target = target;
    this.server = createServer((near) => this.#take(near)).unref();
  }

  get address() {
    return `127.0.0.1:${this.server.address().port}`;
  }

  /** How many connections pass through now. */
  get carried() {
    return this.#pairs.size;
  }

  /** Ends every connection, and every new one as it comes. */
  cut() {
    this.turnedAway = 0;
    this.#isCut = true;
    this.#held = null;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  /** Silently lets no more bytes through; a cut loses what waits. */
  hold() {
    this.#held = [];
  }

  /** Ends a hold: what waits goes through. */
  release() {
    const waiting = this.#held ?? [];
    this.#held = null;
    for (const [to, bytes] of waiting) to.write(bytes);
  }

  close() {
    this.cut();
    return new Promise((done) => this.server.close(done));
  }

  #take(near) {
    this.dials += 1;
    if (this.#isCut) {
      this.turnedAway += 1;
      near.on("error", () => {});
      near.destroy();
      return;
    }
    const far = connect(this.#target);
    const pair = [near, far];
    this.#pairs.add(pair);
    near.on("data", (bytes) => (this.sent += bytes.length));
    this.#join(pair, near, far);
    this.#join(pair, far, near);
  }

  // What one side says goes to the other, and the end of one ends the other.
  #join(pair, from, to) {
    from.setNoDelay(true);
    from.on("error", () => {});
    from.on("data", (bytes) => (this.#held ? this.#held.push([to, bytes]) : to.write(bytes)));
    from.on("close", () => {
      this.#pairs.delete(pair);
      to.destroy();
    });
  }
}
