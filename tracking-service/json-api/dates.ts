import { z } from "zod";

/** Room is left at both ends for what is reckoned from a day: zones and the day after. */
const withinReckoning = (text: string) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9998;
};

type Refusal = { error?: string };

/** A date-time with its offset, of a year that can be reckoned with: 1 to 9998. */
export const writtenInstant = (refusal: Refusal = {}) =>
  z.iso.datetime({ offset: true, ...refusal }).refine(withinReckoning, refusal);

/** A calendar day as YYYY-MM-DD, of the years 1 to 9998. */
export const writtenDay = (refusal: Refusal = {}) => z.iso.date(refusal).refine(withinReckoning, refusal);
