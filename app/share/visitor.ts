import { cookies, headers } from "next/headers";
import { clientAddress } from "@/lib/auth/client-address";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import type { Shown } from "@/lib/dispatch/shown-pages";
import { readContainerPage } from "@/lib/mirror/cached/reads";
import { countView } from "@/lib/share/count-view";
import { passcodeCookie } from "@/lib/share/passcode";
import { readShown } from "@/lib/share/read-shown";
import type { ShareSettings } from "@/lib/share/share-settings";
import { type Visit, visitShare } from "@/lib/share/visit";
import { visitorLimit } from "@/lib/share/visitor-limit";

/** What somebody finds who opens a link from where this request came; `busy`: their network asks too much. */
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

/** What an open link shows now; null when what it was about is there no more. */
export const showNow = (settings: ShareSettings, page: number): Promise<Shown | null> =>
  readShown(db(), settings, { page, now: new Date(), readContainer: (id) => readContainerPage(id) });

/** The page asked for in an address, from 1; anything else is the first. */
export function readPageNumber(given: string | string[] | null | undefined): number {
  const text = [given].flat()[0] ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
