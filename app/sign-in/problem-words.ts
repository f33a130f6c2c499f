import type { SignInOutcome } from "@/lib/auth/credentials";
import { THROTTLED_ERROR, UNAVAILABLE_ERROR } from "@/lib/auth/next-auth-options";

export const REFUSED = "E-mail or password is wrong.";
const UNAVAILABLE = "The database does not answer. Try again in a few seconds.";

/** "Too many tries. Try again in 15 minutes."; rounded up, so that nobody comes back too soon. */
export function throttledWords(waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60));
  const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.ceil(minutes / 60), "hour"];
  return `Too many tries. Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}

/** The `error` that an outcome stands as in this page's address, as next-auth's own address writes it. */
export function errorCode(outcome: Exclude<SignInOutcome, { kind: "signed_in" }>): string {
  if (outcome.kind === "unavailable") return UNAVAILABLE_ERROR;
  return outcome.kind === "throttled" ? `${THROTTLED_ERROR}:${outcome.waitSeconds}` : "CredentialsSignin";
}

/** What to say for the `error` that next-auth adds to this page's address; words of ours only, never its text. */
export function problemOfErrorCode(code: unknown): string | null {
  if (typeof code !== "string" || code === "") return null;
  if (code === "CredentialsSignin") return REFUSED;
  if (code === UNAVAILABLE_ERROR) return UNAVAILABLE;
  const [kind, seconds] = code.split(":");
  if (kind === THROTTLED_ERROR && seconds && /^\d{1,6}$/.test(seconds))
    return throttledWords(Number(seconds));
  return "Signing in did not work. Try again.";
}
