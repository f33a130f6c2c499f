import { currentUser } from "@/components/preferences/signed-in-user";
import type { SearchMatch } from "@/lib/features/search/rules";
import { readMatch } from "./palette-results";

const KEPT = 8;

const keyFor = (userId: string) => `drayboard.recent.${userId}`;

/** The records that the user last opened in this browser, latest first. */
export function recentMatches(): SearchMatch[] {
  const userId = currentUser.userId();
  if (userId === null) return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap((match) => readMatch(match) ?? []).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Records that a match was opened. Its number of containers changes, so it is not stored. */
export function noteRecent(match: Omit<SearchMatch, "containers">): void {
  const userId = currentUser.userId();
  if (userId === null) return;
  const others = recentMatches().filter(({ kind, id }) => kind !== match.kind || id !== match.id);
  try {
    localStorage.setItem(
      keyFor(userId),
      JSON.stringify([{ ...match, containers: null }, ...others].slice(0, KEPT)),
    );
  } catch {
    // A browser without storage has no recent records.
  }
}
