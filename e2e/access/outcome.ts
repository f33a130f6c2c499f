import type { Access } from "@/lib/auth/access/access-matrix";
import { may, RIGHTS, refusalOf } from "@/lib/auth/access/roles";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { type Caller, MARK, OTHER_CUSTOMER } from "./callers";
import { type OwnContainer, tellsOfContainers } from "./places";

/** What becomes of somebody who comes: let in, refused and as what, or reported nothing since the container is not theirs. */
export type Outcome = "in" | "not_signed_in" | "not_allowed" | "refused" | "not_theirs";

/** What the table says of a caller at one of its rows. */
export function expectedOf(row: string, access: Access, { name, role, token }: Caller): Outcome {
  if (access === "anyone") return "in";
  if (access === "signature") return "refused";
  if (access.startsWith("token:"))
    return token?.stands && access === `token:${token.kind}` ? "in" : "refused";
  if (role === null) return "not_signed_in";
  if (access === "signed_in") return "in";
  const right = RIGHTS.find((one) => one === access);
  if (!right || !may(role, right)) return "not_allowed";
  return name === OTHER_CUSTOMER && tellsOfContainers(row) ? "not_theirs" : "in";
}

const ENDED = "Your session has ended. Sign in again.";
const REFUSALS = RIGHTS.map(refusalOf);

/** A refusal in what an action or a route says: the very words of the one place that refuses. */
export function outcomeOfText(text: string): Outcome {
  if (text.includes(ENDED)) return "not_signed_in";
  return REFUSALS.some((refusal) => text.includes(refusal)) ? "not_allowed" : "in";
}

/** A link that ended says only that, in whatever status. */
const ENDED_LINK = /^\{"version":"(expired|revoked|locked)"\}$/;

/** For programs a record that is not there is another answer than a token that opens nothing; for others both are none. */
const isRefusal = (access: string, status: number): boolean =>
  access === "token:api" ? status === 401 || status === 403 : status >= 400;

type Answer = { status: number; text: string };

const NO_ONES_CONTAINER: OwnContainer = { id: "a-container-nobody-has", number: "" };

/**
 * What a route's answer is. A customer is let in where they are notified of the container something else than of one nobody has:
 * `ask` asks about a container.
 */
export async function outcomeOfRoute(
  address: string,
  access: Access,
  ask: (container: OwnContainer) => Promise<Answer>,
  container: OwnContainer,
): Promise<Outcome> {
  const { status, text } = await ask(container);
  if (access === "signature" || access.startsWith("token:"))
    return isRefusal(access, status) || ENDED_LINK.test(text) ? "refused" : "in";
  const outcome = outcomeOfText(text);
  if (access !== "containers" || outcome !== "in" || !tellsOfContainers(address)) return outcome;
  const ofNone = await ask(NO_ONES_CONTAINER);
  return status === ofNone.status && text === ofNone.text ? "not_theirs" : "in";
}

/** What a page is: `refused` by where it leads, else what it shows. */
export function outcomeOfPage(
  address: string,
  access: Access,
  { refused, html }: { refused: Outcome | null; html: string },
  container: OwnContainer,
): Outcome {
  if (access.startsWith("token:")) return html.includes(MARK) ? "in" : "refused";
  if (refused !== null) return refused;
  const shown = html.includes(formatContainerNumber(container.number));
  return access === "containers" && tellsOfContainers(address) && !shown ? "not_theirs" : "in";
}

/** A refusal in where somebody is led; null where they are led elsewhere or nowhere. */
export function outcomeOfError(error: unknown): Outcome | null {
  if (!(error instanceof Error)) return null;
  const digest = "digest" in error ? String(error.digest) : "";
  if (/^NEXT_REDIRECT;[^;]*;\/sign-in[?;]/.test(digest)) return "not_signed_in";
  if (/^NEXT_REDIRECT;[^;]*;\/not-allowed\?/.test(digest)) return "not_allowed";
  const reported = outcomeOfText(error.message);
  return reported === "in" ? null : reported;
}
