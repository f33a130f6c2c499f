import { type BoardQuery, boardParams, readBoardQuery } from "./board-address";

/** Parts of an address that narrow nothing: what of them cannot be read may be passed over. */
const NARROWS_NOTHING = new Set(["sort", "group", "cols", "view"]);

/** A board as others may be given it, or why they cannot be. */
type GivenBoard = { query: BoardQuery; problem: null } | { query: null; problem: string };

/**
 * Reads a board that is given to others, by a link, an embed or a feed: nothing in it is one person's. A filter that no
 * link can carry, or that cannot be read, is no reason to show more: then there is no board.
 */
export function readGivenBoard(address: string): GivenBoard {
  const { query, problems } = readBoardQuery(new URLSearchParams(address));
  const [unread] = problems.filter(({ place }) => !NARROWS_NOTHING.has(place));
  if (unread)
    return {
      query: null,
      problem: `The filter “${unread.place}” cannot be read: ${unread.words}. Set it anew on the board first.`,
    };
  if (query.changed)
    return {
      query: null,
      problem: "Take “changed” back first: it is yours alone, and no link can carry it.",
    };
  return { query: { ...query, view: null, cols: "", group: null }, problem: null };
}

/** What is kept of a board's address for others to see, or why nothing can be. */
export function givenAddress(
  address: string,
): { address: string; problem: null } | { address: null; problem: string } {
  const { query, problem } = readGivenBoard(address);
  return query === null ? { address: null, problem } : { address: boardParams(query).toString(), problem };
}
