import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { User } from "@/lib/auth/accounts/users";
import { config } from "@/lib/platform/config/config";
import type { Executor } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { markOf } from "@/lib/platform/secrets/fingerprint";
import { seal, unseal } from "@/lib/platform/secrets/seal";

const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const NAME_LENGTH = 16;

/**
 * The sealing purpose of every token. The token contains its user, so that a request can be checked before its form is
 * read.
 */
const ABOUT = "known device";

const deviceSchema = z.object({
  deviceId: z.uuid(),
  account: z.string(),
  userId: z.uuid(),
  sessionVersion: z.int(),
  untilMs: z.number(),
});

/** A browser that signed in to an account before. */
export type KnownDevice = z.infer<typeof deviceSchema>;

const PREFIX = "device-";

const accountOf = (email: string) => markOf(email, "device cookie").slice(0, NAME_LENGTH);

/**
 * The cookie of one account's device. Its name does not reveal the account, and scripts cannot access it. It does not
 * sign a user in: attempts from such a device are counted separately from those of strangers. `email` is normalized.
 */
export function deviceCookie(email: string) {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: `${secure ? "__Secure-" : ""}${PREFIX}${accountOf(email)}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: DEVICE_SECONDS },
  } as const;
}

/** The cookie value after a sign-in of the user at `now`. */
export function issueDeviceToken(user: Pick<User, "id" | "email" | "sessionVersion">, now: Date): string {
  const device: KnownDevice = {
    deviceId: randomUUID(),
    account: accountOf(user.email),
    userId: user.id,
    sessionVersion: user.sessionVersion,
    untilMs: now.getTime() + DEVICE_SECONDS * 1000,
  };
  return seal(JSON.stringify(device), ABOUT);
}

type Headers = { get(name: string): string | null };

/** The maximum number of device cookies read from a request: as many as a shared browser has. */
const MAX_COOKIES = 20;

function readToken(text: string, now: Date): KnownDevice | null {
  const value = /^[\w:%-]+$/.test(text) ? text.replaceAll("%3A", ":") : "";
  const json = unseal(value, ABOUT);
  const device = json === null ? null : deviceSchema.parse(JSON.parse(json));
  return device && now.getTime() < device.untilMs ? device : null;
}

/** The devices in a request's cookies, without forged and expired ones. */
function devicesIn(headers: Headers, now: Date): KnownDevice[] {
  return (headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(PREFIX) || pair.startsWith(`__Secure-${PREFIX}`))
    .slice(0, MAX_COOKIES)
    .map((pair) => readToken(pair.slice(pair.indexOf("=") + 1), now))
    .filter((device) => device !== null);
}

/** Whether a request comes from a browser that signed in before, to any account. Runs no database query. */
export const namesAnyDevice = (headers: Headers, now: Date): boolean => devicesIn(headers, now).length > 0;

/**
 * The device in a request's cookie for this account. Null without a cookie, or if it is forged, expired or of another
 * account. Runs no database query: `isDeviceValid` checks whether the device was ended. `email` is normalized.
 */
export function claimedDevice(headers: Headers, email: string, now: Date): KnownDevice | null {
  const account = accountOf(email);
  return devicesIn(headers, now).find((device) => device.account === account) ?? null;
}

/**
 * Whether the device still counts as known: its user exists and is not disabled, and has the same password and session
 * version as at sign-in. A changed or reset password ends all of a user's devices.
 */
export async function isDeviceValid(db: Executor, { userId, sessionVersion }: KnownDevice): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.sessionVersion, sessionVersion), isNull(users.disabledAt)));
  return found.length > 0;
}
