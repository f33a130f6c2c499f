import { may, RIGHTS, refusalOf } from "@/lib/auth/access";
import type { Access } from "@/lib/auth/access-table";
import type { Caller } from "./callers";

/** What becomes of somebody who comes: let in, or refused and as what. */
export type Outcome = "in" | "not_signed_in" | "not_allowed" | "refused";

/** What the table says of a caller. */
export function expectedOf(access: Access, { role, token }: Caller): Outcome {
  if (access === "anyone") return "in";
  if (access === "signature") return "refused";
  if (access.startsWith("token:"))
    return token?.stands && access === `token:${token.kind}` ? "in" : "refused";
  if (role === null) return "not_signed_in";
  if (access === "signed_in") return "in";
  const right = RIGHTS.find((one) => one === access);
  return right && may(role, right) ? "in" : "not_allowed";
}

const ENDED = "Your session has ended. Sign in again.";
const REFUSALS = RIGHTS.map(refusalOf);

/** A refusal in what an action or a route says: the very words of the one place that refuses. */
export function outcomeOfText(text: string): Outcome {
  if (text.includes(ENDED)) return "not_signed_in";
  return REFUSALS.some((refusal) => text.includes(refusal)) ? "not_allowed" : "in";
}

/** A refusal in where somebody is led; null where they are led elsewhere or nowhere. */
export function outcomeOfError(error: unknown): Outcome | null {
  if (!(error instanceof Error)) return null;
  const digest = "digest" in error ? String(error.digest) : "";
  if (/^NEXT_REDIRECT;[^;]*;\/sign-in[?;]/.test(digest)) return "not_signed_in";
  if (/^NEXT_REDIRECT;[^;]*;\/not-allowed\?/.test(digest)) return "not_allowed";
  const told = outcomeOfText(error.message);
  return told === "in" ? null : told;
}
