import { type AccessToken, findAccessToken, tokenState } from "@/lib/auth/tokens/access-tokens";
import type { Database } from "@/lib/platform/database/client";
import { passcodeStands } from "./passcode";
import { type ShareSettings, shareSettingsSchema } from "./share-settings";

/** The result of opening a link. Unknown and unreadable tokens give the same result. */
export type Visit =
  | { state: "unknown" }
  | { state: "expired" }
  | { state: "revoked" }
  | { state: "locked"; token: AccessToken }
  | { state: "open"; token: AccessToken; settings: ShareSettings };

/** Opens a share link. `cookieOf` returns the cookie of a passcode entered before. */
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
