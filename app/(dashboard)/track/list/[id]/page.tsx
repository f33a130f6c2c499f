import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { z } from "zod";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PageTop } from "@/components/shell/page-header";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { ListProgress } from "@/components/tracking-requests/list-import/list-progress";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readTrackList } from "@/lib/features/tracking-requests/list-import/import-progress";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "List of numbers" };

const FIRST = { outcome: null, offset: 0, limit: 200 };

type Props = { params: Promise<{ id: string }> };

async function LoadedProgress({ params }: Props) {
  const session = await requirePageSession("dashboard");
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) notFound();
  const list = await readTrackList(db(), session, id.data, FIRST).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return (
    <>
      <PageTop
        title={list.job.title}
        crumbs={[
          { href: "/track", label: "Track" },
          { href: "/track/list", label: "List" },
        ]}
        track={false}
      />
      <ListProgress initial={list} readAt={new Date().toISOString()} />
    </>
  );
}

/** The progress of a submitted list, row by row. */
export default function TrackListProgressPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="List of numbers" />}>
      <UserDisplay>
        <LoadedProgress {...props} />
      </UserDisplay>
    </Suspense>
  );
}
