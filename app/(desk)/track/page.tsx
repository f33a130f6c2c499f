import type { Metadata } from "next";
import { Suspense } from "react";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TrackView } from "@/components/track/track-view";
import { requirePageSession } from "@/lib/auth/session";
import { readParties, readTrackingRequests } from "@/lib/mirror/cached/reads";
import { trackAction } from "./actions";

export const metadata: Metadata = { title: "Track" };

type Props = { searchParams: Promise<{ number?: string | string[] }> };

const LONGEST = 200;

async function LoadedTrack({ searchParams }: Props) {
  await requirePageSession();
  const { number } = await searchParams;
  const [{ requests, total, readAt }, { parties }] = await Promise.all([
    readTrackingRequests(),
    readParties(),
  ]);
  return (
    <TrackView
      requests={requests}
      total={total}
      number={([number].flat()[0] ?? "").replaceAll("\0", "").slice(0, LONGEST)}
      parties={parties}
      readAt={readAt}
      now={Date.now()}
      trackAction={trackAction}
    />
  );
}

/** The page to track a number on; `?number=` fills it in. */
export default function TrackPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Track" />}>
      <LoadedTrack {...props} />
    </Suspense>
  );
}
