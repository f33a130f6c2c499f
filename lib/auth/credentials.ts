import { z } from "zod";
import { config } from "@/lib/config";
import { db, pool } from "@/lib/db/client";
import { reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { clientAddress } from "./client-address";
import { openThrottle, type Throttle } from "./throttle";
import { normalizeEmail, noteSignIn, type User, verifyPassword } from "./users";

const credentialsSchema = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
});

export type SignInOutcome =
  | { kind: "signed_in"; user: User }
  | { kind: "refused" }
  | { kind: "throttled"; waitSeconds: number }
  | { kind: "unavailable" };

let opened: Throttle | null = null;
const throttle = () => {
  opened ??= openThrottle(db(), pool());
  return opened;
};

/**
 * The one door for e-mail and password, from the form and from next-auth's own address alike: throttled first, then
 * checked. `refused` never tells whether anybody has the e-mail. `unavailable`, not an error that would carry the
 * e-mail, while the database does not answer.
 */
export async function signInWithCredentials(
  given: unknown,
  headers: { get(name: string): string | null },
): Promise<SignInOutcome> {
  const credentials = credentialsSchema.safeParse(given);
  if (!credentials.success) return { kind: "refused" };
  const address = clientAddress(headers, config().publicUrl);
  try {
    return await check(credentials.data, address);
  } catch (error) {
    logger("auth").error({ cause: reasonOf(error) }, "sign-in could not be checked");
    return { kind: "unavailable" };
  }
}

async function check(
  { email: typed, password }: z.infer<typeof credentialsSchema>,
  address: string,
): Promise<SignInOutcome> {
  const email = normalizeEmail(typed);
  const waitSeconds = await throttle().admit(email, address);
  if (waitSeconds > 0) {
    logger("auth").warn({ waitSeconds }, "sign-in throttled");
    return { kind: "throttled", waitSeconds };
  }
  const user = await verifyPassword(db(), email, password);
  if (!user) {
    logger("auth").warn("sign-in refused");
    return { kind: "refused" };
  }
  await throttle().succeed(email, address);
  await noteSignIn(db(), user.id);
  return { kind: "signed_in", user };
}
