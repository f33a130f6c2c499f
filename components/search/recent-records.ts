import { currentUser } from "@/components/preferences/signed-in-user";
import { isPaletteMatch, type PaletteMatch } from "./palette-results";

const KEPT = 8;

const keyFor = (userId: string) => `drayboard.recent.${userId}`;

/** The records that the user last opened in this browser, latest first. */
export function recentMatches(): PaletteMatch[] {
  const userId = currentUser.userId();
  if (userId === null) return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyFor(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPaletteMatch).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Records that a match was opened. */
export function noteRecent(match: PaletteMatch): void {
  const userId = currentUser.userId();
  if (userId === null) return;
  const others = recentMatches().filter(({ kind, id }) => kind !== match.kind || id !== match.id);
  try {
    localStorage.setItem(keyFor(userId), JSON.stringify([match, ...others].slice(0, KEPT)));
  } catch {
    // A browser without storage has no recent records.
  }
}
