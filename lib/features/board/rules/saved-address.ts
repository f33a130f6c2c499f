import { type BoardQuery, boardParams, readBoardQuery } from "./board-address";

/** Parameters of an address that filter nothing. Invalid values of these are ignored. */
const NARROWS_NOTHING = new Set(["sort", "group", "cols", "view"]);

/** A board that can be shared with others, or the reason why it cannot. */
type GivenBoard = { query: BoardQuery; problem: null } | { query: null; problem: string };

/**
 * Reads a board that is shared through a link, an embed or a feed. It contains nothing specific to one user. When a
 * filter cannot be shared or parsed, the result is no board, so that no additional rows are shown.
 */
export function readGivenBoard(address: string): GivenBoard {
  const { query, problems } = readBoardQuery(new URLSearchParams(address));
  const [unread] = problems.filter(({ place }) => !NARROWS_NOTHING.has(place));
  if (unread)
    return {
      query: null,
      problem: `Invalid filter “${unread.place}”: ${unread.text}. Set it again on the board first.`,
    };
  if (query.changed)
    return {
      query: null,
      problem: "Remove the “Unseen changes” filter first. It can’t be shared.",
    };
  return { query: { ...query, view: null, cols: "", group: null }, problem: null };
}

/** Returns the part of a board's address that is stored for others, or the reason why it cannot be shared. */
export function givenAddress(
  address: string,
): { address: string; problem: null } | { address: null; problem: string } {
  const { query, problem } = readGivenBoard(address);
  return query === null ? { address: null, problem } : { address: boardParams(query).toString(), problem };
}
