import { z } from "zod";
import { config } from "@/lib/config";
import { db, pool } from "@/lib/db/client";
import { reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { recordAct } from "./audit";
import { clientAddress } from "./client-address";
import { codeThrottle } from "./code-tries";
import { recordWrongPassword } from "./record-wrong-password";
import { hasSecondFactor, takeCode } from "./second-factor";
import { openThrottle, type Throttle } from "./throttle";
import { normalizeEmail, noteSignIn, type User, verifyPassword } from "./users";

const credentialsSchema = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
});
const codeSchema = z.string().trim().min(1).max(32);

export type SignInOutcome =
  | { kind: "signed_in"; user: User }
  | { kind: "refused" }
  | { kind: "code_needed" }
  | { kind: "code_refused" }
  | { kind: "throttled"; waitSeconds: number }
  | { kind: "unavailable" };

export type PasswordOutcome = Exclude<SignInOutcome, { kind: "code_needed" | "code_refused" }>;

type Headers = { get(name: string): string | null };

let opened: Throttle | null = null;
const throttle = () => {
  opened ??= openThrottle(db(), pool());
  return opened;
};

/** Runs what needs the database; `unavailable`, not an error that would carry an e-mail, where that does not answer. */
async function answered<Outcome>(check: () => Promise<Outcome>): Promise<Outcome | { kind: "unavailable" }> {
  try {
    return await check();
  } catch (error) {
    logger("auth").error({ cause: reasonOf(error) }, "sign-in could not be checked");
    return { kind: "unavailable" };
  }
}

/**
 * The one door for e-mail and password, from the form and from next-auth's own address alike: throttled first, then
 * checked. `refused` never tells whether anybody has the e-mail. Who has a second factor is asked for its `code` once the
 * password was right, and not signed in without.
 */
export async function signInWithCredentials(given: unknown, headers: Headers): Promise<SignInOutcome> {
  return answered(async () => {
    const outcome = await checkPassword(given, headers);
    if (outcome.kind !== "signed_in") return outcome;
    const { user } = outcome;
    if (await hasSecondFactor(db(), user.id)) {
      const refused = await checkCode(user, given);
      if (refused) return refused;
    }
    await throttle().succeed(user.email, clientAddress(headers, config()));
    await noteSignIn(db(), user.id);
    return outcome;
  });
}

/** The password alone, for who is signed in: throttled as signing in is. */
export async function confirmPassword(given: unknown, headers: Headers): Promise<PasswordOutcome> {
  return answered(async () => {
    const outcome = await checkPassword(given, headers);
    if (outcome.kind === "signed_in")
      await throttle().succeed(outcome.user.email, clientAddress(headers, config()));
    return outcome;
  });
}

async function checkCode(user: User, given: unknown): Promise<SignInOutcome | null> {
  const code = z.object({ code: codeSchema }).safeParse(given);
  if (!code.success) return { kind: "code_needed" };
  const waitSeconds = await codeThrottle().admit(user.id, "");
  if (waitSeconds > 0) return { kind: "throttled", waitSeconds };
  const who = { userId: user.id, email: user.email };
  if (!(await takeCode(db(), who, code.data.code, new Date()))) {
    logger("auth").warn("sign-in refused: wrong code");
    await recordAct(db(), who, { action: "gave a wrong code", record: { type: "user", id: user.id } });
    return { kind: "code_refused" };
  }
  await codeThrottle().succeed(user.id, "");
  return null;
}

async function checkPassword(given: unknown, headers: Headers): Promise<PasswordOutcome> {
  const credentials = credentialsSchema.safeParse(given);
  if (!credentials.success) return { kind: "refused" };
  const { password } = credentials.data;
  const email = normalizeEmail(credentials.data.email);
  const address = clientAddress(headers, config());
  const waitSeconds = await throttle().admit(email, address);
  if (waitSeconds > 0) {
    logger("auth").warn({ waitSeconds }, "sign-in throttled");
    return { kind: "throttled", waitSeconds };
  }
  const user = await verifyPassword(db(), email, password, (meantId) => {
    logger("auth").warn("sign-in refused");
    return recordWrongPassword(db(), { email, meantId }, address);
  });
  return user ? { kind: "signed_in", user } : { kind: "refused" };
}
