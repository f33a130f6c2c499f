import { openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { pool } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** Counted by user, not by address. */
const LIMITS = {
  windowSeconds: 15 * 60,
  attemptsPerAccount: 10,
  attemptsPerAddress: 1_000_000,
  maxBlockSeconds: 24 * 60 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

let opened: Throttle | null = null;

/**
 * Counts code attempts of a second factor by user, from any address: the client has already entered the correct
 * password.
 */
export function codeThrottle(): Throttle {
  opened ??= openThrottle(pool(), LIMITS, "code_");
  return opened;
}

/**
 * Runs an operation that takes a code of a signed-in user, counted like a sign-in with a code. A correct code gives its
 * attempt back. Throws `too_many_tries`.
 */
export async function countingCode<Done>(userId: string, take: () => Promise<Done>): Promise<Done> {
  const waitSeconds = await codeThrottle().admit(userId, "");
  if (waitSeconds > 0) throw new AppError("too_many_tries", throttledText(waitSeconds));
  const done = await take();
  await codeThrottle().succeed(userId, "");
  return done;
}
