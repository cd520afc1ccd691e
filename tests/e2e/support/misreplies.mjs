// What a counting agent does with the reply to an act that it has carried out, other than to send
// it. Each is given {response, usual}: the HTTP response, and the body of the usual 200.

/** Closes the connection without a byte. */
export const drop = ({ response }) => response.socket.destroy();

/** Closes the connection after the headers, in the middle of the body. */
export const dropMidway = ({ response, usual }) => {
  const text = JSON.stringify(usual);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
  response.write(text.slice(0, 5), () => response.socket.destroy());
};

/** Never answers. */
export const hang = () => {};

/** Answers as usual once `held` is fulfilled. */
export const answerAfter = (held) => async ({ response, usual }) => {
  await held;
  json(200)({ response, usual });
};

/** Answers this status with JSON; without a body, the usual one. */
export const json = (status, body, headers = {}) => ({ response, usual }) => {
  answer(response, status, { "Content-Type": "application/json", ...headers }, JSON.stringify(body ?? usual));
};

/** Answers this status with text of this type. */
export const text = (status, type, body, headers = {}) => ({ response }) => {
  answer(response, status, { "Content-Type": type, ...headers }, body);
};

/** Answers 200 in the name of another act. */
export const nameAnother = ({ response, usual }) => {
  json(200, { ...usual, requestId: `not-${usual.requestId}` })({ response });
};

function answer(response, status, headers, body) {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
