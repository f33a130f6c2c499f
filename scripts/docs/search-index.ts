/** What a search can find: a part of a page, from one heading to the next. */
export type SearchEntry = { page: string; heading: string; address: string; text: string };

/** An entry that matches, and a piece of its text around the first word. */
export type SearchResult = { entry: SearchEntry; excerpt: string };

/** The points of a match in the heading, in the title of the page and in the text. */
const POINTS = { whole: 40, heading: 12, page: 6, text: 1 };
const MAX_RESULTS = 12;
const EXCERPT = 120;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Finds a word at the beginning of a word of a text. */
const beginning = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}`, "iu");

function pointsOf(entry: SearchEntry, patterns: readonly RegExp[]): number {
  let points = 0;
  for (const pattern of patterns) {
    const inHeading = pattern.test(entry.heading) ? POINTS.heading : 0;
    const inPage = pattern.test(entry.page) ? POINTS.page : 0;
    const inText = pattern.test(entry.text) ? POINTS.text : 0;
    if (inHeading + inPage + inText === 0) return 0;
    points += inHeading + inPage + inText;
  }
  return points;
}

/** A piece of the text around the first word that is found. */
function excerptOf(text: string, patterns: readonly RegExp[]): string {
  const places = patterns.map((pattern) => text.search(pattern)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT / 3);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const piece = text.slice(start, start + EXCERPT);
  return `${start > 0 ? "… " : ""}${piece.trim()}${start + EXCERPT < text.length ? " …" : ""}`;
}

/**
 * The entries in which each word of the query begins a word of the heading, the page's title or the text, the best ones
 * first.
 */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchResult[] {
  const sought = query.trim().toLowerCase();
  const patterns = sought.split(/\s+/).filter(Boolean).map(beginning);
  if (patterns.length === 0) return [];
  return entries
    .map((entry) => {
      const points = pointsOf(entry, patterns);
      const isWhole = entry.heading.toLowerCase() === sought;
      return { entry, points: points === 0 ? 0 : points + (isWhole ? POINTS.whole : 0) };
    })
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, patterns) }));
}
