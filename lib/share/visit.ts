import { type AccessToken, findAccessToken, noteTokenView, tokenState } from "@/lib/auth/access-tokens";
import { networkOf } from "@/lib/auth/address-network";
import type { Database } from "@/lib/db/client";
import { passcodeStands } from "./passcode";
import { type ShareSettings, shareSettingsSchema } from "./share-settings";

/** What somebody finds who opens a link. A token nobody made and one that cannot be read are alike. */
export type Visit =
  | { state: "unknown" }
  | { state: "expired" }
  | { state: "revoked" }
  | { state: "locked"; token: AccessToken }
  | { state: "open"; token: AccessToken; settings: ShareSettings };

/** Opens a share link; `cookieOf` gives the cookie of a passcode that was given before. */
export async function visitShare(
  db: Database,
  given: string,
  cookieOf: (token: AccessToken) => string | undefined,
  now: Date,
): Promise<Visit> {
  const token = await findAccessToken(db, "share", given);
  const settings = shareSettingsSchema.safeParse(token?.settings);
  if (!token || !settings.success) return { state: "unknown" };
  const state = tokenState(token, now);
  if (state !== "open") return { state };
  if (!passcodeStands(token, cookieOf(token), now)) return { state: "locked", token };
  return { state: "open", token, settings: settings.data };
}

/** Somebody who comes back sooner than this was never away: a page that stands open is one view. */
const ONE_VIEW_MS = 10 * 60_000;
const MOST_REMEMBERED = 5_000;

const held = globalThis as typeof globalThis & { drayboardViews?: Map<string, number> };

/** Counts a view of a link unless the same network had it open a moment ago, in this process. */
export async function countView(db: Database, id: string, address: string, now: Date): Promise<void> {
  held.drayboardViews ??= new Map();
  const seen = held.drayboardViews;
  const key = `${id} ${networkOf(address)}`;
  const before = seen.get(key) ?? 0;
  seen.delete(key);
  seen.set(key, now.getTime());
  const oldest = seen.keys().next();
  if (seen.size > MOST_REMEMBERED && !oldest.done) seen.delete(oldest.value);
  if (now.getTime() - before >= ONE_VIEW_MS) await noteTokenView(db, id, now);
}
