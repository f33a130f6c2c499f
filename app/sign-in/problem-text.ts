import { signInBusy } from "@/lib/auth/passwords/password-queue";
import {
  BUSY_ERROR,
  CODE_NEEDED_ERROR,
  CODE_REFUSED_ERROR,
  SSO_DISABLED_ERROR,
  SSO_NO_EMAIL_ERROR,
  SSO_NO_ROLE_ERROR,
  SSO_ONLY_ADMIN_ERROR,
  SSO_UNCONFIRMED_ERROR,
  THROTTLED_ERROR,
  UNAVAILABLE_ERROR,
} from "@/lib/auth/sign-in/next-auth-options";
import type { SignInOutcome } from "@/lib/auth/sign-in/verify-credentials";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { databaseUnavailable } from "@/lib/platform/errors";

export const REFUSED = "Incorrect email or password.";
const CODE_NEEDED = "Enter the code from your authenticator app, or a recovery code.";
const CODE_REFUSED = "Incorrect or used code. Enter the current code from your app.";
const SSO_LABELS: Readonly<Record<string, string>> = {
  [SSO_NO_ROLE_ERROR]: "None of your single sign-on groups has a role here. Ask your administrator.",
  [SSO_DISABLED_ERROR]: "Your account is disabled. Ask your administrator.",
  [SSO_NO_EMAIL_ERROR]:
    "Single sign-on did not provide an email unique to you. Ask your single sign-on administrator.",
  [SSO_UNCONFIRMED_ERROR]:
    "Your provider does not confirm your email. Ask an admin to confirm you in Settings, Users.",
  [SSO_ONLY_ADMIN_ERROR]:
    "You are the only admin, but none of your groups has that role. Sign in with your password and make another user an admin.",
};
const BUSY = signInBusy().message;
const UNAVAILABLE = databaseUnavailable().message;

/** The `error` parameter of this page's address for an outcome, in next-auth's format. */
export function errorCode(outcome: Exclude<SignInOutcome, { kind: "signed_in" }>): string {
  if (outcome.kind === "busy") return BUSY_ERROR;
  if (outcome.kind === "unavailable") return UNAVAILABLE_ERROR;
  if (outcome.kind === "code_needed") return CODE_NEEDED_ERROR;
  if (outcome.kind === "code_refused") return CODE_REFUSED_ERROR;
  return outcome.kind === "throttled" ? `${THROTTLED_ERROR}:${outcome.waitSeconds}` : "CredentialsSignin";
}

/** Whether an `error` requests the code of a second factor. */
export const asksForCode = (code: unknown): boolean =>
  code === CODE_NEEDED_ERROR || code === CODE_REFUSED_ERROR;

/**
 * The message for the `error` that next-auth adds to this page's address. Always our own text, never the text of the
 * address.
 */
export function problemOfErrorCode(code: unknown): string | null {
  if (typeof code !== "string" || code === "") return null;
  if (code === "CredentialsSignin") return REFUSED;
  if (code === BUSY_ERROR) return BUSY;
  if (code === UNAVAILABLE_ERROR) return UNAVAILABLE;
  if (Object.hasOwn(SSO_LABELS, code)) return SSO_LABELS[code] ?? null;
  if (code === CODE_NEEDED_ERROR) return CODE_NEEDED;
  if (code === CODE_REFUSED_ERROR) return CODE_REFUSED;
  const [kind, seconds] = code.split(":");
  if (kind === THROTTLED_ERROR && seconds && /^\d{1,6}$/.test(seconds)) return throttledText(Number(seconds));
  return "Couldn’t sign in. Try again.";
}
