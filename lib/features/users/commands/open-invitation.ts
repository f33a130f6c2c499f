import { clientAddress } from "@/lib/auth/throttling/client-address";
import { openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { config } from "@/lib/platform/config/config";
import { db, pool } from "@/lib/platform/database/client";
import { findInvitation, type Invitation } from "./invitations";

/** The result of opening an invitation link. */
export type OpenedInvitation =
  | { kind: "stands"; invitation: Invitation }
  | { kind: "ended" }
  | { kind: "throttled"; waitSeconds: number };

const MINUTE = 60;

/** Limits for invalid links. They are generous, because many users behind one address may open an old link. */
const LIMITS = {
  windowSeconds: 15 * MINUTE,
  attemptsPerAccount: 50,
  attemptsPerAddress: 50,
  maxBlockSeconds: 24 * 60 * MINUTE,
  blocksRememberedSeconds: 3 * 24 * 60 * MINUTE,
};

let opened: Throttle | null = null;
const throttle = () => {
  opened ??= openThrottle(pool(), LIMITS, "invite_");
  return opened;
};

/** Opens an invitation by the token of its link. Allows fifty invalid links per address in 15 minutes. */
export async function openInvitation(
  token: string,
  headers: { get(name: string): string | null },
  now: Date,
): Promise<OpenedInvitation> {
  const address = clientAddress(headers, config());
  const waitSeconds = await throttle().admit("", address);
  if (waitSeconds > 0) return { kind: "throttled", waitSeconds };
  const invitation = await findInvitation(db(), token, now);
  if (!invitation) return { kind: "ended" };
  await throttle().succeed("", address);
  return { kind: "stands", invitation };
}
