import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { z } from "zod";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { PageTop } from "@/components/shell/page-top";
import { ListProgress } from "@/components/track/list/list-progress";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readTrackList } from "@/lib/desk-work/jobs/track-progress";
import { AppError } from "@/lib/errors";

export const metadata: Metadata = { title: "List of numbers" };

const FIRST = { outcome: null, offset: 0, limit: 200 };

type Props = { params: Promise<{ id: string }> };

async function LoadedProgress({ params }: Props) {
  const session = await requirePageSession("desk");
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

/** A list that was handed to the desk: how far it is, row by row. */
export default function TrackListProgressPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="List of numbers" />}>
      <PersonDisplay>
        <LoadedProgress {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
