import { openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { throttledWords } from "@/lib/auth/throttling/throttle-message";
import { db, pool } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** One person's codes, and nobody's address. */
const LIMITS = {
  windowSeconds: 15 * 60,
  triesPerAccount: 10,
  triesPerAddress: 1_000_000,
  longestBlockSeconds: 24 * 60 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

let opened: Throttle | null = null;

/** Counts tries of a second factor's codes by whose they are, wherever they come from: whoever tries them has the password. */
export function codeThrottle(): Throttle {
  opened ??= openThrottle(db(), pool(), LIMITS, "code_");
  return opened;
}

/**
 * Does what takes a code of somebody who is signed in, counted as signing in with one is; a right code gives its try back.
 * Throws `too_many_tries`.
 */
export async function countingCode<Done>(userId: string, take: () => Promise<Done>): Promise<Done> {
  const waitSeconds = await codeThrottle().admit(userId, "");
  if (waitSeconds > 0) throw new AppError("too_many_tries", throttledWords(waitSeconds));
  const done = await take();
  await codeThrottle().succeed(userId, "");
  return done;
}
