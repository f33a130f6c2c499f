import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { visitorLimit } from "@/lib/auth/throttling/visitor-rate-limit";
import { readContainerPage } from "@/lib/features/containers/queries/cached-pages";
import { loadReporting } from "@/lib/features/driver-reports/queries/driver-reports";
import type { Reporting } from "@/lib/features/driver-reports/rules";
import { countView } from "@/lib/features/sharing/links/count-view";
import { passcodeCookie } from "@/lib/features/sharing/links/passcode";
import { type Visit, visitShare } from "@/lib/features/sharing/links/share-links";
import { reportingLink } from "@/lib/features/sharing/links/share-settings";
import { readShared } from "@/lib/features/sharing/queries/read-shared";
import { listLinkDocuments } from "@/lib/features/sharing/queries/shared-documents";
import type { SharedDocument } from "@/lib/features/sharing/rules/shared-document";
import type { SharedData } from "@/lib/features/sharing/rules/shared-pages";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** The state of a link for the current request. `busy`: too many requests from the visitor's network. */
export async function openVisit(token: string): Promise<Visit | { state: "busy"; waitSeconds: number }> {
  await connection();
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const address = clientAddress(head, config());
  const waitSeconds = await visitorLimit().admit(address);
  if (waitSeconds > 0) return { state: "busy", waitSeconds };
  return visitShare(db(), token, (found) => jar.get(passcodeCookie(found).name)?.value, new Date());
}

/** Counts a view of an open link: for requests of a page's script, because previews of a link run none. */
export async function countVisit({ token }: Extract<Visit, { state: "open" }>): Promise<void> {
  await countView(db(), token.id, clientAddress(await headers(), config()), new Date());
}

/** The current content of an unlocked link or embed. Null if its record no longer exists. */
export const showNow = (
  granted: Parameters<typeof readShared>[1],
  page: number,
): Promise<SharedData | null> =>
  readShared(db(), granted, { page, now: new Date(), readContainer: (id) => readContainerPage(id) });

/** The current content of an open link, its documents, and what its driver reported. */
export async function showLink(
  { token, settings }: Extract<Visit, { state: "open" }>,
  page: number,
): Promise<{ shared: SharedData | null; reporting: Reporting | null; documents: SharedDocument[] }> {
  const link = reportingLink(token, settings);
  const now = new Date();
  const [shared, reporting, documents] = await Promise.all([
    showNow({ ...settings, showsMove: true }, page),
    link && loadReporting(db(), link, now),
    listLinkDocuments(db(), settings, now),
  ]);
  return { shared, reporting, documents };
}

/** The page number of an address, counted from 1. Any other value gives the first page. */
export function readPageNumber(input: string | string[] | null | undefined): number {
  const text = [input].flat()[0] ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
