import type { Metadata } from "next";
import { may } from "@/lib/auth/access/roles";
import { findSession } from "@/lib/auth/sign-in/current-session";
import { isDatabaseFailure } from "@/lib/platform/database/connection-errors";

/**
 * The title of the page of one record: its number, or `fallback` for a user who may not see it, an unknown record and
 * during a database outage, which the page itself reports.
 */
export async function recordTitle(
  fallback: string,
  readNumber: () => Promise<string | null>,
): Promise<Metadata> {
  try {
    const session = await findSession();
    const number = session && may(session.role, "dashboard") ? await readNumber() : null;
    return { title: number || fallback };
  } catch (error) {
    if (isDatabaseFailure(error)) return { title: fallback };
    throw error;
  }
}
