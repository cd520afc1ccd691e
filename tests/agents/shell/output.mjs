// The output of one command, bounded: its beginning and its newest part.

const HEAD = 16 * 1024;
const TAIL = 40 * 1024;

export class Output {
  #head = "";
  #tail = "";
  #left = 0; // characters between the two

  append(text) {
    const space = HEAD - this.#head.length;
    this.#head += text.slice(0, space);
    this.#tail += text.slice(space);
    const over = this.#tail.length - TAIL;
    if (over <= 0) return;
    this.#tail = this.#tail.slice(over);
    this.#left += over;
  }

  get text() {
    if (this.#left === 0) return this.#head + this.#tail;
    return `${this.#head}\n[… ${this.#left} characters left out …]\n${this.#tail}`;
  }
}
