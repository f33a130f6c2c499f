import type { Metadata } from "next";
import { Suspense } from "react";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TrackView } from "@/components/track/track-view";
import { requirePageSession } from "@/lib/auth/session";
import { readParties, readTrackingRequests } from "@/lib/mirror/cached/reads";
import { trackAction } from "./actions";

export const metadata: Metadata = { title: "Track" };

async function LoadedTrack() {
  await requirePageSession();
  const [{ requests, total, readAt }, { parties }] = await Promise.all([
    readTrackingRequests(),
    readParties(),
  ]);
  return (
    <TrackView
      requests={requests}
      total={total}
      parties={parties}
      readAt={readAt}
      now={Date.now()}
      trackAction={trackAction}
    />
  );
}

export default function TrackPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Track" />}>
      <LoadedTrack />
    </Suspense>
  );
}
