import { z } from "zod";
import {
  findMeantUser,
  normalizeEmail,
  noteSignIn,
  type User,
  verifyPassword,
} from "@/lib/auth/accounts/users";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type Caller, type Place, passwordQueue } from "@/lib/auth/passwords/password-queue";
import { codeThrottle } from "@/lib/auth/second-factor/code-attempts";
import { hasSecondFactor, takeCode } from "@/lib/auth/second-factor/totp";
import { type AccountLimit, openAccountLimit } from "@/lib/auth/throttling/account-limit";
import { networkOf } from "@/lib/auth/throttling/address-network";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { blockedSignInNetworks, openThrottle, type Throttle } from "@/lib/auth/throttling/throttle";
import { config } from "@/lib/platform/config/config";
import { db, pool } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { claimedDevice, isDeviceValid, type KnownDevice } from "./known-device";
import { recordWrongPassword } from "./record-failed-sign-in";

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
  | { kind: "busy" }
  | { kind: "unavailable" };

export type PasswordOutcome = Exclude<SignInOutcome, { kind: "code_needed" | "code_refused" }>;

type Headers = { get(name: string): string | null };

/** The attempts of a device, 10 per account, and of all devices of one account. No other attempts count toward them. */
const DEVICE_LIMITS = {
  windowSeconds: 15 * 60,
  attemptsPerAccount: 10,
  attemptsPerAddress: 50,
  // Never longer: misuse of one known device must not lock the user out of the others for a day.
  maxBlockSeconds: 15 * 60,
  blocksRememberedSeconds: 3 * 24 * 60 * 60,
};

let opened: { strangers: Throttle; accounts: AccountLimit; devices: Throttle } | null = null;

function limits() {
  opened ??= {
    strangers: openThrottle(pool(), undefined, "", blockedSignInNetworks()),
    accounts: openAccountLimit(pool()),
    devices: openThrottle(pool(), DEVICE_LIMITS, "device_"),
  };
  return opened;
}

/** One attempt: the account, and where the request comes from. */
type Try = { email: string; address: string; device: KnownDevice | null; signedIn: boolean; now: Date };

/**
 * Runs a database operation. Returns `unavailable` if the database does not respond; an error would contain an e-mail.
 */
async function answered<Outcome>(
  check: () => Promise<Outcome>,
): Promise<Outcome | { kind: "busy" | "unavailable" }> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.code === "busy") {
      logger("auth").warn("sign-in refused: the queue of password checks is full");
      return { kind: "busy" };
    }
    logger("auth").error({ err: error }, "sign-in could not be checked");
    return { kind: "unavailable" };
  }
}

/**
 * Checks e-mail and password, from the form and from next-auth's own address alike: throttle first, then the check.
 * `refused` does not reveal whether the e-mail has an account. `busy`: too many checks run at once. A user with a second
 * factor is asked for its `code` once the password was right, and not signed in without.
 */
export async function signInWithCredentials(input: unknown, headers: Headers): Promise<SignInOutcome> {
  return answered(async () => {
    const checked = await checkPassword(input, headers, false);
    if (checked.kind !== "signed_in") return checked;
    const { user, tried } = checked;
    if (await hasSecondFactor(db(), user.id)) {
      const refused = await checkCode(user, input);
      if (refused) return refused;
    }
    await succeed(tried);
    await noteSignIn(db(), user.id);
    return { kind: "signed_in", user };
  });
}

/**
 * Checks only the password of a signed-in user. Throttled like a sign-in, except for the limit over all addresses,
 * which applies to strangers.
 */
export async function confirmPassword(input: unknown, headers: Headers): Promise<PasswordOutcome> {
  return answered(async () => {
    const checked = await checkPassword(input, headers, true);
    if (checked.kind !== "signed_in") return checked;
    await succeed(checked.tried);
    return { kind: "signed_in", user: checked.user };
  });
}

async function checkCode(user: User, input: unknown): Promise<SignInOutcome | null> {
  const code = z.object({ code: codeSchema }).safeParse(input);
  if (!code.success) return { kind: "code_needed" };
  const waitSeconds = await codeThrottle().admit(user.id, "");
  if (waitSeconds > 0) return { kind: "throttled", waitSeconds };
  const who = { userId: user.id, email: user.email };
  if (!(await takeCode(db(), who, code.data.code, new Date()))) {
    logger("auth").warn("sign-in refused: wrong code");
    await recordAuditEntry(db(), who, {
      action: "code.refused",
      record: { type: "user", id: user.id },
    });
    return { kind: "code_refused" };
  }
  await codeThrottle().succeed(user.id, "");
  return null;
}

/** The request's device if it counts as known. Runs in a place of the queue, since it queries the database. */
async function findDevice(headers: Headers, email: string, now: Date): Promise<KnownDevice | null> {
  const device = claimedDevice(headers, email, now);
  if (device === null) return null;
  const isValid = await passwordQueue().run({ kind: "known" }, () => isDeviceValid(db(), device));
  return isValid ? device : null;
}

type Checked =
  | { kind: "signed_in"; user: User; tried: Try }
  | Exclude<PasswordOutcome, { kind: "signed_in" | "busy" | "unavailable" }>;

/** Takes a place in the queue before anything is counted or read, so that a flood causes no queries. */
async function checkPassword(input: unknown, headers: Headers, signedIn: boolean): Promise<Checked> {
  const credentials = credentialsSchema.safeParse(input);
  if (!credentials.success) return { kind: "refused" };
  const { password } = credentials.data;
  const email = normalizeEmail(credentials.data.email);
  const address = clientAddress(headers, config());
  const now = new Date();
  const device = await findDevice(headers, email, now);
  const attempted: Try = { email, address, device, signedIn, now };
  const caller: Caller =
    device || signedIn ? { kind: "known" } : { kind: "stranger", network: networkOf(address) };
  return passwordQueue().run(caller, (place) => checkInPlace(attempted, password, place));
}

async function checkInPlace(tried: Try, password: string, place: Place): Promise<Checked> {
  const { email, address } = tried;
  const waitSeconds = await admit(tried);
  if (waitSeconds > 0) {
    logger("auth").warn({ waitSeconds }, "sign-in throttled");
    return { kind: "throttled", waitSeconds };
  }
  const wrong = (meantId: string | null) => {
    logger("auth").warn("sign-in refused");
    return recordWrongPassword(db(), { email, meantId }, address);
  };
  const user = await verifyPassword(db(), email, password, wrong, place);
  if (!user) return { kind: "refused" };
  if (isStranger(tried)) await limits().accounts.giveBack(email);
  return { kind: "signed_in", user, tried };
}

const isStranger = ({ device, signedIn }: Try): boolean => device === null && !signedIn;

/**
 * Counts the attempt before its password is checked. Returns the seconds to wait if it may not continue, otherwise 0. A
 * known device's attempts are counted separately: strangers cannot use them up.
 */
async function admit(attempted: Try): Promise<number> {
  const { email, address, device, now } = attempted;
  const { strangers, accounts, devices } = limits();
  if (device) {
    // The device's own attempts first: further attempts of a blocked device do not count against the account's other
    // devices.
    const byDevice = await devices.admitPair(device.deviceId, device.userId);
    return byDevice > 0 ? byDevice : devices.admitAddress(device.userId);
  }
  const byAddress = await strangers.admitAddress(address);
  if (byAddress > 0) return byAddress;
  const slowed = async () => {
    logger("auth").warn("sign-ins of one account are slowed");
    const meantId = await findMeantUser(db(), email);
    await recordWrongPassword(db(), { email, meantId }, address, "sign_in.slowed");
  };
  // Refused attempts of one network do not slow the account for all others.
  const byPair = await strangers.pairWaitSeconds(email, address);
  if (byPair > 0) return byPair;
  // Checked first, so that a client that must wait uses up none of its network's attempts.
  const byAccount = isStranger(attempted) ? await accounts.admit(email, address, now, slowed) : 0;
  return byAccount > 0 ? byAccount : strangers.admitPair(email, address);
}

/** Gives back what was counted for a successful attempt. */
async function succeed({ email, address, device }: Try): Promise<void> {
  if (device) await limits().devices.succeed(device.deviceId, device.userId);
  else await limits().strangers.succeed(email, address);
}
