import { z } from "zod";

/** A margin at both ends allows calculations with zones and the following day. */
const withinReckoning = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9998;
};

type Refusal = { error?: string };

/** A date-time with its offset, of the years 1 to 9998. */
export const writtenInstant = (refusal: Refusal = {}) =>
  z.iso.datetime({ offset: true, ...refusal }).refine(withinReckoning, refusal);

/** A calendar day as YYYY-MM-DD, of the years 1 to 9998. */
export const writtenDay = (refusal: Refusal = {}) => z.iso.date(refusal).refine(withinReckoning, refusal);
