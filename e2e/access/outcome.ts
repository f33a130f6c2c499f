import type { Access } from "@/lib/auth/access/access-matrix";
import { may, RIGHTS, refusalOf } from "@/lib/auth/access/roles";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { type Caller, MARK, OTHER_CUSTOMER } from "./callers";
import { type OwnContainer, tellsOfContainers } from "./places";

/** The outcome for a caller: allowed, rejected with a kind, or no data because the container is not theirs. */
export type Outcome = "in" | "not_signed_in" | "not_allowed" | "refused" | "not_theirs";

/** The expected outcome for a caller at one row of the table. */
export function expectedOf(row: string, access: Access, { name, role, token }: Caller): Outcome {
  if (access === "anyone") return "in";
  if (access === "signature") return "refused";
  if (access.startsWith("token:"))
    return token?.isValid && access === `token:${token.kind}` ? "in" : "refused";
  if (role === null) return "not_signed_in";
  if (access === "signed_in") return "in";
  const right = RIGHTS.find((one) => one === access);
  if (!right || !may(role, right)) return "not_allowed";
  return name === OTHER_CUSTOMER && tellsOfContainers(row) ? "not_theirs" : "in";
}

const ENDED = "Your session has ended. Sign in again.";
const REFUSALS = RIGHTS.map(refusalOf);

/** The rejection in the text of an action or a route, matched by the exact messages of the access check. */
export function outcomeOfText(text: string): Outcome {
  if (text.includes(ENDED)) return "not_signed_in";
  return REFUSALS.some((refusal) => text.includes(refusal)) ? "not_allowed" : "in";
}

/** An ended link returns only this, with any status. */
const ENDED_LINK = /^\{"version":"(expired|revoked|locked|withdrawn|replaced)"\}$/;

/**
 * For API tokens a missing record, and for links an invalid body, has another status than an invalid token. For other
 * callers each is a rejection.
 */
function isRefusal(access: string, status: number): boolean {
  if (access === "token:api") return status === 401 || status === 403;
  if (access === "token:share" || access === "token:order") return [401, 403, 404].includes(status);
  return status >= 400;
}

type HttpResponse = { status: number; text: string };

const NO_ONES_CONTAINER: OwnContainer = { id: "a-container-nobody-has", number: "" };

/**
 * The outcome of a route. A customer has access if the response differs from that for an unknown container. `ask`
 * requests a container.
 */
export async function outcomeOfRoute(
  address: string,
  access: Access,
  request: (container: OwnContainer) => Promise<HttpResponse>,
  container: OwnContainer,
): Promise<Outcome> {
  const { status, text } = await request(container);
  if (access === "signature" || access.startsWith("token:"))
    return isRefusal(access, status) || ENDED_LINK.test(text) ? "refused" : "in";
  const outcome = outcomeOfText(text);
  if (access !== "containers" || outcome !== "in" || !tellsOfContainers(address)) return outcome;
  const ofNone = await request(NO_ONES_CONTAINER);
  return status === ofNone.status && text === ofNone.text ? "not_theirs" : "in";
}

/** The outcome of a page: `refused` from its redirect, otherwise from its content. */
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

/** The rejection in a redirect. Null: another redirect or none. */
export function outcomeOfError(error: unknown): Outcome | null {
  if (!(error instanceof Error)) return null;
  const digest = "digest" in error ? String(error.digest) : "";
  if (/^NEXT_REDIRECT;[^;]*;\/sign-in[?;]/.test(digest)) return "not_signed_in";
  if (/^NEXT_REDIRECT;[^;]*;\/not-allowed\?/.test(digest)) return "not_allowed";
  const reported = outcomeOfText(error.message);
  return reported === "in" ? null : reported;
}
