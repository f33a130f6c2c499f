import type { Executor } from "@/lib/db/client";
import { openEmbed } from "./embeds";

/** What pages of the desk may not do; a page that may be framed adds by whom. */
const POLICY = "base-uri 'self'; form-action 'self'; object-src 'none'";

/**
 * The policy of an embed's page: framed by exactly the sites it was made for, and by this desk itself, for the preview,
 * when it is this desk that asks (`site` is the request's Sec-Fetch-Site). An embed that ended is framed by nobody.
 */
export async function embedPolicy(
  executor: Executor,
  token: string,
  { site, now }: { site: string | null; now: Date },
): Promise<string> {
  const opened = await openEmbed(executor, token, now);
  const own = site === "same-origin" ? ["'self'"] : [];
  const ancestors = opened ? [...opened.settings.origins, ...own] : ["'none'"];
  return `frame-ancestors ${ancestors.join(" ")}; ${POLICY}`;
}
