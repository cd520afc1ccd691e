// Conversations that a checker can drive (protos/WIRE.md, The self-test): `quick`, `slow`,
// `ask <kind>` and `ask expiring`.

import { Refusal } from "../wire.mjs";
import { mintId } from "../wire/limits.mjs";

const SLOW_MS = 2_500;
const STEP_MS = 100;
const EXPIRES_IN_MS = 3_000;

const OPTIONS = [
  { id: "one", label: "One" },
  { id: "two", label: "Two" },
];

const ASKS = {
  permission: {
    kind: "permission",
    options: [
      { id: "allow", label: "Allow" },
      { id: "deny", label: "Deny" },
      { id: "always", label: "Always allow", always: true },
    ],
  },
  choice: { kind: "choice", options: OPTIONS },
  text: { kind: "text", placeholder: "A few words", multiline: true },
  form: {
    kind: "form",
    fields: [
      { id: "name", label: "Name", type: "text", required: true },
      { id: "count", label: "Count", type: "number" },
      { id: "sure", label: "Sure", type: "boolean" },
      { id: "pick", label: "Pick", type: "choice", options: OPTIONS },
    ],
  },
  expiring: { kind: "choice", options: OPTIONS },
};

export class SelfTest {
  #pane;
  #abort = new AbortController();

  constructor(pane) {
    this.#pane = pane;
  }

  /** An open question of an earlier run is raised again. */
  resume() {
    const ask = this.#pane.kept?.ask;
    const isOpen = ask && this.#pane.chat.asks.get(ask.id)?.closed === null;
    if (isOpen) this.#pane.run(() => this.#ask(ask));
  }

  async send({ text }) {
    this.#abort = new AbortController();
    const [word, kind] = text.trim().split(/\s+/);
    if (word === "quick") this.#say("Done.");
    else if (word === "slow") await this.#grow(this.#abort.signal);
    else if (word === "ask" && Object.hasOwn(ASKS, kind ?? "")) await this.#ask(newAsk(kind));
    else this.#say("I obey: quick, slow, ask permission|choice|text|form, ask expiring.");
  }

  steer() {
    if (this.#pane.chat.openAsks.length > 0) throw new Refusal("question-open", "Answer first.");
  }

  abort() {
    this.#pane.withdrawAsks();
    this.#abort.abort();
  }

  async close() {
    this.#abort.abort();
  }

  #say(text) {
    this.#pane.item({ kind: "assistant", text });
  }

  async #ask(ask) {
    this.#pane.keep({ ...this.#pane.kept, ask });
    const answer = await this.#pane.ask(ask);
    this.#say(`You answered ${JSON.stringify(answer)}`);
  }

  async #grow(signal) {
    const id = mintId("i");
    const end = Date.now() + SLOW_MS;
    for (let n = 1; Date.now() < end && !signal.aborted; n += 1) {
      this.#pane.item({ id, kind: "assistant", text: `Step${" …".repeat(n)}`, partial: true });
      await pause(STEP_MS, signal);
    }
    this.#pane.item({ id, kind: "assistant", text: signal.aborted ? "Stopped." : "Done slowly." });
  }
}

function newAsk(word) {
  const ask = { id: mintId("a"), title: `A question: ${word}`, ...ASKS[word] };
  return word === "expiring" ? { ...ask, expiresAt: Date.now() + EXPIRES_IN_MS } : ask;
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
  });
}
