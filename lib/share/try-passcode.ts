import type { Pool } from "pg";
import { z } from "zod";
import { type AccessToken, findAccessToken, tokenStands } from "@/lib/auth/access-tokens";
import { passwordMatches, UNMATCHABLE_HASH } from "@/lib/auth/password";
import { openThrottle, type Throttle } from "@/lib/auth/throttle";
import type { Database } from "@/lib/db/client";

const givenSchema = z.object({ token: z.string().max(100), passcode: z.string().min(1).max(64) });

export type PasscodeTry =
  | { state: "refused" }
  | { state: "throttled"; waitSeconds: number }
  | { state: "good"; token: AccessToken };

// Kept, since each throttle clears its table again and again for as long as the process lives.
const opened = new WeakMap<Pool, Throttle>();

function throttleOf(db: Database, pool: Pool): Throttle {
  const throttle = opened.get(pool) ?? openThrottle(db, pool, undefined, "share-");
  opened.set(pool, throttle);
  return throttle;
}

/**
 * Tries a passcode: counted by link and address before it is looked at, as sign-in tries are. A link that is not there,
 * has ended or has no passcode refuses as a wrong one does.
 */
export async function tryPasscode(
  db: Database,
  pool: Pool,
  given: unknown,
  { address, now }: { address: string; now: Date },
): Promise<PasscodeTry> {
  const read = givenSchema.safeParse(given);
  if (!read.success) return { state: "refused" };
  const { token: text, passcode } = read.data;
  const token = await findAccessToken(db, "share", text);
  const throttle = throttleOf(db, pool);
  const counted = token?.id ?? "a link nobody made";
  const waitSeconds = await throttle.admit(counted, address);
  if (waitSeconds > 0) return { state: "throttled", waitSeconds };
  const standing = token !== null && tokenStands(token, now) ? token : null;
  const matches = await passwordMatches(passcode, standing?.passcodeHash ?? UNMATCHABLE_HASH);
  if (!matches || standing === null) return { state: "refused" };
  await throttle.succeed(counted, address);
  return { state: "good", token: standing };
}
