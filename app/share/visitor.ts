import { cookies, headers } from "next/headers";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { visitorLimit } from "@/lib/auth/throttling/visitor-rate-limit";
import { readContainerPage } from "@/lib/features/containers/queries/cached-pages";
import { countView } from "@/lib/features/sharing/links/count-view";
import { passcodeCookie } from "@/lib/features/sharing/links/passcode";
import { type Visit, visitShare } from "@/lib/features/sharing/links/share-links";
import type { ShareSettings } from "@/lib/features/sharing/links/share-settings";
import { readShared } from "@/lib/features/sharing/queries/read-shared";
import type { SharedData } from "@/lib/features/sharing/rules/shared-pages";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** The state of a link for the current request. `busy`: too many requests from the visitor's network. */
export async function openVisit(token: string): Promise<Visit | { state: "busy"; waitSeconds: number }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const address = clientAddress(head, config());
  const waitSeconds = await visitorLimit().admit(address);
  if (waitSeconds > 0) return { state: "busy", waitSeconds };
  const now = new Date();
  const visit = await visitShare(db(), token, (found) => jar.get(passcodeCookie(found).name)?.value, now);
  if (visit.state === "open") await countView(db(), visit.token.id, address, now);
  return visit;
}

/** The current content of an unlocked link. Null if its record no longer exists. */
export const showNow = (settings: ShareSettings, page: number): Promise<SharedData | null> =>
  readShared(db(), settings, { page, now: new Date(), readContainer: (id) => readContainerPage(id) });

/** The page number of an address, counted from 1. Any other value gives the first page. */
export function readPageNumber(input: string | string[] | null | undefined): number {
  const text = [input].flat()[0] ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
