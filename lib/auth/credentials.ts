import { z } from "zod";
import { config } from "@/lib/config";
import { db, pool } from "@/lib/db/client";
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
  | { kind: "throttled"; waitSeconds: number };

let opened: Throttle | null = null;
const throttle = () => {
  opened ??= openThrottle(db(), pool());
  return opened;
};

/**
 * The one door for e-mail and password, from the form and from next-auth's own address alike: throttled first, then
 * checked. `refused` never tells whether anybody has the e-mail.
 */
export async function signInWithCredentials(
  given: unknown,
  headers: { get(name: string): string | null },
): Promise<SignInOutcome> {
  const credentials = credentialsSchema.safeParse(given);
  if (!credentials.success) return { kind: "refused" };
  const email = normalizeEmail(credentials.data.email);
  const address = clientAddress(headers, config().publicUrl);

  const waitSeconds = await throttle().admit(email, address);
  if (waitSeconds > 0) {
    logger("auth").warn({ waitSeconds }, "sign-in throttled");
    return { kind: "throttled", waitSeconds };
  }
  const user = await verifyPassword(db(), email, credentials.data.password);
  if (!user) {
    logger("auth").warn("sign-in refused");
    return { kind: "refused" };
  }
  await throttle().succeed(email, address);
  await noteSignIn(db(), user.id);
  return { kind: "signed_in", user };
}
