// A refusal: an error of the wire with its status, a code and sometimes more fields.

const STATUS = {
  "bad-request": 400,
  "bad-answer": 400,
  unauthorized: 401,
  "not-found": 404,
  "no-such-pane": 404,
  "no-such-starter": 404,
  "no-such-action": 404,
  "bad-cursor": 404,
  "method-not-allowed": 405,
  stale: 409,
  decided: 409,
  "question-open": 409,
  "request-id-reused": 409,
  incompatible: 409,
  unsupported: 409,
  closed: 409,
  open: 409,
  busy: 409,
  "too-large": 413,
  internal: 500,
  starting: 503,
};

export class Refusal extends Error {
  /** `fields` stand beside the code in the reply, such as `turn` of `stale`. */
  constructor(code, message, fields = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = STATUS[code];
    this.fields = fields;
    if (this.status === undefined) throw new TypeError(`${code} is no code of the wire`);
  }

  get body() {
    const message = this.message === "" ? {} : { message: this.message };
    return { code: this.code, ...message, ...this.fields };
  }
}
