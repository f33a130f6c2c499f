import { randomInt } from "node:crypto";

/** Letters and digits that are not confused when read aloud: no 0, o, 1, l, i. Each is 4.95 bits. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

/** Random text that is easy to read out and to type. */
export const readableText = (length: number): string =>
  Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join("");
