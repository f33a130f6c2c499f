/** How far a round has come in a list (table round_lists). */
export type ListPlace = {
  pass: number;
  nextPage: number;
  /** Records that came in this pass, and those of them that were new to the round. */
  read: number;
  fresh: number;
  /** Records of the list that the round has seen, in all passes. */
  seen: number;
  /** The most the service said there are; null where it does not tell. */
  total: number | null;
  /** Which records the page before had. */
  lastPage: string;
};

/** What a page was: `asked` is the size asked for, `identities` names its records in their order. */
export type PageRead = { count: number; asked: number; identities: string; total: number | undefined };

export const START: ListPlace = {
  pass: 1,
  nextPage: 1,
  read: 0,
  fresh: 0,
  seen: 0,
  total: null,
  lastPage: "",
};

const MOST_PASSES = 4;

/**
 * Where to go on after a page, whose records are counted in `place` already; null when the list is read.
 *
 * A list shifts while it is paged: what is refreshed or created moves to its front and away from where we look, what is
 * deleted pulls the rest up past us. So a list is read when as many records were seen as it had at most; until then its front
 * is read again, which is where the missed ones are, or all of it. A whole pass that brings nothing new ends it: what
 * the service then still counts it does not list, or it left while we read.
 */
export function placeAfter(place: ListPlace, page: PageRead): ListPlace | null {
  const repeated = page.count > 0 && page.identities === place.lastPage;
  // Not even a full page, and the same again: this service gives all whatever page is asked.
  if (repeated && page.count < page.asked) return null;
  const seenAll = place.total !== null && place.seen >= place.total;
  const passOver = page.count === 0 || repeated || (page.total !== undefined && place.read >= page.total);
  if (place.pass > 1 && seenAll) return null;
  if (place.pass > 1 && place.total === null && place.fresh === 0) return null;
  if (!passOver) return { ...place, nextPage: place.nextPage + 1, lastPage: page.identities };
  if (seenAll || place.pass >= MOST_PASSES) return null;
  if (place.pass > 1 && place.fresh === 0) return null;
  return { ...START, pass: place.pass + 1, seen: place.seen, total: place.total };
}
