import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Suspense } from "react";
import { z } from "zod";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { JobView } from "@/components/bulk-jobs/job-view";
import { PageTop } from "@/components/shell/page-header";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { jobHref } from "@/lib/features/bulk-jobs/messages";
import { listJobRows, readJob } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Job" };

const FIRST = { state: null, offset: 0, limit: 200 };

type Props = { params: Promise<{ id: string }> };

async function Job({ params }: Props) {
  const session = await requirePageSession("dashboard");
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) notFound();
  const job = await readJob(db(), session, id.data).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  if (job.kind === "track_numbers") redirect(jobHref(job));
  const rows = await listJobRows(db(), id.data, FIRST);
  return (
    <>
      <PageTop
        title={job.title}
        crumbs={[
          { href: "/board", label: "Board" },
          { href: "/jobs", label: "Jobs" },
        ]}
      />
      <JobView initial={{ job, rows }} readAt={new Date().toISOString()} />
    </>
  );
}

export default function JobPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Job" />}>
      <UserDisplay>
        <Job {...props} />
      </UserDisplay>
    </Suspense>
  );
}
