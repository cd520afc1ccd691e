// The four kinds of ask: what an agent may ask, and what answers fit
// (protos/WIRE.md, Asks and answers).

import { BYTES, CHARACTERS, ENTRIES, clip, encodedBytes, isId, isOpaque } from "./limits.mjs";
import { Refusal } from "./refusal.mjs";

/** The ask that goes on the wire for what an agent gave; throws a TypeError that names the flaw. */
export function makeAsk(given) {
  const ask = JSON.parse(JSON.stringify(given));
  need(isId(ask.id), `The ask id "${ask.id}" breaks the id rule.`);
  for (const key of ["itemId", "toolCallId"]) {
    need(ask[key] === undefined || isOpaque(ask[key]), `${key} is text of 1 to 128 bytes.`);
  }
  need(typeof ask.title === "string" && ask.title !== "", "An ask needs a title.");
  ask.title = clip(ask.title, CHARACTERS.askTitle);
  if (ask.detail !== undefined) ask.detail = clip(ask.detail, CHARACTERS.askDetail);
  need(
    ask.expiresAt === undefined || Number.isSafeInteger(ask.expiresAt),
    "expiresAt is whole milliseconds since the epoch.",
  );
  const checkKind = KINDS[ask.kind]?.ask;
  need(checkKind !== undefined, `"${ask.kind}" is no kind of ask.`);
  checkKind(ask);
  need(encodedBytes(ask) <= BYTES.ask, `An ask has at most ${BYTES.ask} bytes.`);
  return ask;
}

/** The part of `answer` that decides `ask`; refuses `bad-answer` when it does not fit. */
export function readAnswer(ask, answer) {
  fit(isObject(answer), "An answer is an object.");
  return KINDS[ask.kind].answer(ask, answer);
}

/** An answer in words, for the line that stays in the chat. */
export function describeAnswer(ask, answer) {
  if (answer.optionIds) return answer.optionIds.map((id) => labelOf(ask.options, id)).join(", ");
  if (answer.text !== undefined) return answer.text;
  const words = ask.fields
    .filter((field) => answer.fields[field.id] !== undefined)
    .map((field) => `${field.label}: ${fieldWords(field, answer.fields[field.id])}`);
  return words.join("; ");
}

const KINDS = {
  permission: { ask: checkPermission, answer: readOptions },
  choice: { ask: checkChoice, answer: readOptions },
  text: { ask: () => {}, answer: readText },
  form: { ask: checkForm, answer: readForm },
};

function checkPermission(ask) {
  checkOptions(ask.options);
  const always = ask.options.filter((option) => option.always === true).length;
  need(always <= 1, 'At most one option has "always": true.');
}

function checkChoice(ask) {
  checkOptions(ask.options);
  const { least, most } = picks(ask);
  need(1 <= least && least <= most && most <= ask.options.length, "min and max do not fit.");
}

function checkForm(ask) {
  checkList(ask.fields, ENTRIES.fields, "field");
  for (const field of ask.fields) {
    need(Object.hasOwn(FIELD_TYPES, field.type), `"${field.type}" is no type of field.`);
    if (field.type === "choice") checkOptions(field.options);
  }
}

function checkOptions(options) {
  checkList(options, ENTRIES.options, "option");
}

function checkList(list, most, word) {
  need(Array.isArray(list) && list.length >= 1, `It needs at least one ${word}.`);
  need(list.length <= most, `It has more than ${most} ${word}s.`);
  for (const entry of list) {
    need(isObject(entry) && isId(entry.id), `A ${word} needs an id.`);
    need(typeof entry.label === "string" && entry.label !== "", `A ${word} needs a label.`);
    entry.label = clip(entry.label, CHARACTERS.title);
  }
  need(new Set(list.map((entry) => entry.id)).size === list.length, `Two ${word}s share an id.`);
}

function picks(ask) {
  if (ask.kind !== "choice" || ask.multiple !== true) return { least: 1, most: 1 };
  return { least: ask.min ?? 1, most: ask.max ?? ask.options.length };
}

function readOptions(ask, answer) {
  const ids = answer.optionIds;
  fit(Array.isArray(ids), "optionIds is missing.");
  fit(new Set(ids).size === ids.length, "An option is named twice.");
  for (const id of ids) fit(labelOf(ask.options, id) !== undefined, "There is no such option.");
  const { least, most } = picks(ask);
  fit(ids.length >= least && ids.length <= most, "The number of options does not fit.");
  return { optionIds: ids };
}

function readText(ask, answer) {
  fit(typeof answer.text === "string", "text is missing.");
  return { text: answer.text };
}

function readForm(ask, answer) {
  const given = answer.fields;
  fit(isObject(given), "fields is missing.");
  for (const id of Object.keys(given)) {
    fit(ask.fields.some((field) => field.id === id), "There is no such field.", id);
  }
  const read = [];
  for (const field of ask.fields) {
    const there = Object.hasOwn(given, field.id);
    fit(there || field.required !== true, `${field.label} is required.`, field.id);
    if (!there) continue;
    fit(FIELD_TYPES[field.type](given[field.id], field), "The value does not fit.", field.id);
    read.push([field.id, given[field.id]]);
  }
  return { fields: Object.fromEntries(read) };
}

const FIELD_TYPES = {
  text: (value, field) => typeof value === "string" && (value !== "" || field.required !== true),
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  choice: (value, field) => labelOf(field.options, value) !== undefined,
};

function fieldWords(field, value) {
  return field.type === "choice" ? labelOf(field.options, value) : String(value);
}

function labelOf(options, id) {
  return options.find((option) => option.id === id)?.label;
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function need(holds, sentence) {
  if (!holds) throw new TypeError(sentence);
}

function fit(holds, sentence, field) {
  if (!holds) throw new Refusal("bad-answer", sentence, field === undefined ? {} : { field });
}
