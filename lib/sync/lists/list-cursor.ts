/** The position of a sync run in a list (table sync_run_lists). */
export type ListPlace = {
  pass: number;
  nextPage: number;
  /** Records received in this pass. `fresh`: those of them that were new to the run. */
  read: number;
  fresh: number;
  /** Records of the list that the run has seen, in all passes. */
  seen: number;
  /** The maximum total the service reported. Null when it reports none. */
  total: number | null;
  /** Identities of the records on the previous page. */
  lastPage: string;
};

/** A page: `asked` is the requested size, `identities` names its records in order. */
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

const MAX_PASSES = 4;

/**
 * Returns the position after a page whose records are already counted in `place`. Null when the list is fully read.
 *
 * A list shifts while it is paged. Refreshed and created records move to its front, away from the current position.
 * Deleted records pull the rest forward past the position. So the list is complete when as many records were seen as
 * its maximum total. Until then it is read again from the front, where the missed records are. A full pass without new
 * records ends it: records that the service still counts are not listed, or were deleted during the read.
 */
export function placeAfter(place: ListPlace, page: PageRead): ListPlace | null {
  const repeated = page.count > 0 && page.identities === place.lastPage;
  // A partial page that repeats: this service returns all records for any page number.
  if (repeated && page.count < page.asked) return null;
  const seenAll = place.total !== null && place.seen >= place.total;
  const passOver = page.count === 0 || repeated || (page.total !== undefined && place.read >= page.total);
  if (place.pass > 1 && seenAll) return null;
  if (place.pass > 1 && place.total === null && place.fresh === 0) return null;
  if (!passOver) return { ...place, nextPage: place.nextPage + 1, lastPage: page.identities };
  if (seenAll || place.pass >= MAX_PASSES) return null;
  if (place.pass > 1 && place.fresh === 0) return null;
  return { ...START, pass: place.pass + 1, seen: place.seen, total: place.total };
}
