import { linkLimit } from "@/lib/auth/throttling/link-rate-limit";
import type { Visit } from "@/lib/features/sharing/links/share-links";
import { AppError } from "@/lib/platform/errors";
import { openVisit } from "./visitor";

/**
 * The open link of a request. Throws `not_found` for an unknown or ended link, `not_signed_in` while its passcode is
 * missing, `too_many_tries` past the limit of the visitor's network.
 */
export async function requireOpenLink(token: string): Promise<Extract<Visit, { state: "open" }>> {
  const visit = await openVisit(token);
  if (visit.state === "open") return visit;
  if (visit.state === "busy")
    throw new AppError("too_many_tries", "Too many requests. Try again in a minute.");
  if (visit.state === "unknown") throw new AppError("not_found", "Link not found.");
  if (visit.state === "locked")
    throw new AppError("not_signed_in", "Reload the page and enter the passcode.");
  throw new AppError("not_found", "This link has ended. Ask the sender for a new one.");
}

/** Counts a report or a download through a link, or a customer's download. Throws `too_many_tries` past the limit. */
export async function countUse(linkOrUserId: string, what: "reports" | "downloads"): Promise<void> {
  const waitSeconds = await linkLimit().admit(linkOrUserId);
  if (waitSeconds > 0)
    throw new AppError(
      "too_many_tries",
      `Too many ${what}. Try again in ${Math.ceil(waitSeconds / 60)} min.`,
    );
}
