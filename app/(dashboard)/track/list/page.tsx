import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PageTop } from "@/components/shell/page-header";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { ListView } from "@/components/tracking-requests/list-import/list-view";
import { RecentLists } from "@/components/tracking-requests/list-import/recent-lists";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { mergedParty } from "@/lib/features/parties/rules";
import { readHeadings } from "@/lib/features/tracking-requests/list-import/remembered-headings";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Track a list" };

async function LoadedList() {
  const session = await requirePageSession("dashboard");
  const [{ parties }, headings] = await Promise.all([readParties(), readHeadings(db(), session)]);
  return (
    <>
      <PageTop title="Track a list" crumbs={[{ href: "/track", label: "Track" }]} track={false} />
      <ListView
        parties={parties.map(({ id, name }) => ({ id: mergedParty(parties, id), name }))}
        headings={headings}
      />
      <RecentLists readAt={new Date().toISOString()} />
    </>
  );
}

/** The page where a user pastes a column or uploads a CSV file of numbers, checks it and submits it. */
export default function TrackListPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Track a list" />}>
      <UserDisplay>
        <LoadedList />
      </UserDisplay>
    </Suspense>
  );
}
