import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { JobsView } from "@/components/jobs/jobs-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { PageTop } from "@/components/shell/page-top";
import { requirePageSession } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Jobs" };

async function Jobs() {
  await requirePageSession("desk");
  return (
    <>
      <PageTop title="Jobs" crumbs={[{ href: "/board", label: "Board" }]} />
      <JobsView readAt={new Date().toISOString()} />
    </>
  );
}

export default function JobsPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Jobs" />}>
      <PersonDisplay>
        <Jobs />
      </PersonDisplay>
    </Suspense>
  );
}
