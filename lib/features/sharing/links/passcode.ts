import type { AccessToken } from "@/lib/auth/tokens/access-tokens";
import { config } from "@/lib/platform/config/config";
import { seal, unseal } from "@/lib/platform/secrets/seal";

/** How long a browser remembers an entered passcode. */
export const PASSCODE_SECONDS = 4 * 60 * 60;

type Locked = Pick<AccessToken, "id" | "passcodeHash">;

const about = ({ id, passcodeHash }: Locked): string => `passcode of ${id}: ${passcodeHash}`;

/**
 * The cookie that proves that the passcode of a link was entered. It is limited to this link and not readable by
 * scripts.
 */
export function passcodeCookie({ id }: Pick<AccessToken, "id">) {
  const secure = config().publicUrl.startsWith("https://");
  return {
    name: `${secure ? "__Secure-" : ""}shared-${id}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: PASSCODE_SECONDS },
  } as const;
}

/** Returns the cookie value after the passcode was entered at `now`. */
export const passcodeGiven = (token: Locked, now: Date): string =>
  seal(String(now.getTime() + PASSCODE_SECONDS * 1000), about(token));

/** Whether the cookie belongs to this link and its present passcode and has not expired. */
export function isPasscodeValid(token: Locked, cookie: string | undefined, now: Date): boolean {
  if (token.passcodeHash === null) return true;
  const until = cookie === undefined ? null : unseal(cookie, about(token));
  return until !== null && now.getTime() < Number(until);
}
