import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { JobsView } from "@/components/bulk-jobs/jobs-view";
import { PageTop } from "@/components/shell/page-header";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";

export const metadata: Metadata = { title: "Jobs" };

async function Jobs() {
  await requirePageSession("dashboard");
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
      <UserDisplay>
        <Jobs />
      </UserDisplay>
    </Suspense>
  );
}
