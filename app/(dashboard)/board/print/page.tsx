import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { PrintView } from "@/components/board/print/print-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { QUEUES } from "@/lib/domain/board-row/queues";
import { filterText } from "@/lib/features/board/messages";
import { addressParams } from "@/lib/features/board/queries/filter-sql";
import { listPrintRows } from "@/lib/features/board/queries/print-rows";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { readCompany } from "@/lib/features/company/queries";
import { listParties } from "@/lib/features/parties/queries/parties";
import { listViews } from "@/lib/features/saved-views/commands";
import { db } from "@/lib/platform/database/client";
import type { Address } from "@/lib/platform/database/storable-id";

export const metadata: Metadata = { title: "Print list" };

type Props = { searchParams: Promise<Address> };

/** Addresses contain carriers by id. */
async function carrierNames(requested: readonly string[]): Promise<Record<string, string>> {
  if (requested.length === 0) return {};
  const parties = await listParties(db());
  return Object.fromEntries(parties.map(({ id, name }) => [id, name]));
}

async function LoadedPrint({ searchParams }: Props) {
  const session = await requirePageSession("dashboard");
  const { query, problems } = readBoardQuery(addressParams(await searchParams));
  const now = new Date();
  const [{ rows, total }, { views }, names, { locale }, company] = await Promise.all([
    listPrintRows(db(), query, now, session.userId),
    listViews(db(), session),
    carrierNames(query.choices.carrier),
    readUserPreferences(session.userId),
    readCompany(db()),
  ]);
  const view = views.find(({ id }) => id === query.view)?.name ?? null;
  const queue = QUEUES.find(({ id }) => id === query.queue)?.label ?? "All";
  return (
    <PrintView
      title={view ?? (query.queue === "all" ? "All containers" : queue)}
      facts={[...(view && query.queue !== "all" ? [`Queue: ${queue}`] : []), ...filterText(query, names)]}
      rows={rows}
      total={total}
      problems={problems}
      now={now.getTime()}
      locale={locale}
      company={company}
    />
  );
}

/** The printable rows of a board address: `/board/print` with the board's own parameters. */
export default function PrintPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Print list" />}>
      <UserDisplay>
        <LoadedPrint {...props} />
      </UserDisplay>
    </Suspense>
  );
}
