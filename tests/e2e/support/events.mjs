// Reads server-sent events as a page would, by fetch.

/**
 * Opens an event stream: `next()` promises the next event {event, id, data}, `comment()` the next
 * comment line; `end()` hangs up.
 */
export async function openEvents(url, token, headers = {}) {
  const stop = new AbortController();
  const reply = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, ...headers }, signal: stop.signal,
  });
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return new Events(reply, stop);
}

class Events {
  #chunks;
  #stop;
  #text = "";

  constructor(reply, stop) {
    this.type = reply.headers.get("content-type");
    this.#chunks = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    this.#stop = stop;
  }

  /** The next event that `look` takes; comments are passed over. */
  async next(look = () => true) {
    for (;;) {
      const event = parse(await this.#block());
      if (event.event && look(event)) return event;
    }
  }

  async comment() {
    for (;;) {
      const block = await this.#block();
      if (block.startsWith(":")) return block;
    }
  }

  end() {
    this.#stop.abort();
  }

  async #block() {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#chunks.read();
      if (done) throw new Error("The event stream ended.");
      this.#text += value;
    }
  }
}

function parse(block) {
  const event = {};
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 2);
  }
  if (event.data) event.data = JSON.parse(event.data);
  return event;
}
