import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { PageTop } from "@/components/shell/page-top";
import { ListView } from "@/components/track/list/list-view";
import { RecentLists } from "@/components/track/list/recent-lists";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readHeadings } from "@/lib/desk-work/jobs/known-headings";
import { readParties } from "@/lib/mirror/cached/reads";

export const metadata: Metadata = { title: "Track a list" };

async function LoadedList() {
  const session = await requirePageSession("desk");
  const [{ parties }, headings] = await Promise.all([readParties(), readHeadings(db(), session)]);
  return (
    <>
      <PageTop title="Track a list" crumbs={[{ href: "/track", label: "Track" }]} track={false} />
      <ListView parties={parties.map(({ id, name }) => ({ id, name }))} headings={headings} />
      <RecentLists readAt={new Date().toISOString()} />
    </>
  );
}

/** Where a pasted column or a CSV file of numbers is read, looked through and handed to the desk. */
export default function TrackListPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Track a list" />}>
      <PersonDisplay>
        <LoadedList />
      </PersonDisplay>
    </Suspense>
  );
}
