import { clientAddress } from "@/lib/auth/throttling/client-address";
import { openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { config } from "@/lib/platform/config/config";
import { db, pool } from "@/lib/platform/database/client";
import { findInvitation, type Invitation } from "./invitations";

/** An invitation as its link opens it. */
export type OpenedInvitation =
  | { kind: "stands"; invitation: Invitation }
  | { kind: "ended" }
  | { kind: "throttled"; waitSeconds: number };

const MINUTE = 60;

/** Links that do not stand: a whole office behind one address may well click an old one. */
const LIMITS = {
  windowSeconds: 15 * MINUTE,
  triesPerAccount: 50,
  triesPerAddress: 50,
  longestBlockSeconds: 24 * 60 * MINUTE,
  blocksRememberedSeconds: 3 * 24 * 60 * MINUTE,
};

let opened: Throttle | null = null;
const throttle = () => {
  opened ??= openThrottle(db(), pool(), LIMITS, "invite_");
  return opened;
};

/** Opens an invitation by its link's token: fifty an address that do not stand are looked at in 15 minutes. */
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
