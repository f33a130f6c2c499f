import type { Metadata } from "next";
import { Suspense } from "react";
import { clearFieldAction, setFieldAction } from "@/app/(desk)/beside/field-actions";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { readUsage } from "@/app/(desk)/tracking-usage";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TrackView } from "@/components/track/track-view";
import { requirePageSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { FIELD_RECORDS, recordFields } from "@/lib/dispatch/custom-fields";
import { listHeldByRequest } from "@/lib/mirror/beside-record";
import { readParties } from "@/lib/mirror/cached/reads";
import { listDefinitions } from "@/lib/mirror/custom-fields";
import { listTrackingRequests, REQUESTS_A_PAGE, readRequestFilter } from "@/lib/mirror/tracking-requests";
import { readRequestState } from "@/lib/tracking/request-state";
import { askAgainAction, trackAction } from "./actions";

export const metadata: Metadata = { title: "Track" };

type Address = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Address> };

const LONGEST = 200;

const given = (address: Address, name: string): string =>
  ([address[name]].flat()[0] ?? "").replaceAll("\0", "").slice(0, LONGEST);

async function LoadedTrack({ searchParams }: Props) {
  await requirePageSession("desk");
  const address = await searchParams;
  const filter = readRequestFilter({ number: address.q, list: address.list, page: address.page });
  const readAt = new Date().toISOString();
  const [{ requests, counts }, definitions, usage, { parties }] = await Promise.all([
    listTrackingRequests(db(), filter),
    listDefinitions(db(), FIELD_RECORDS.tracking_request.entityType),
    readRequestState(db(), config().requestLimits).then(({ buckets }) => readUsage(buckets)),
    readParties(),
  ]);
  const ids = requests.map(({ id }) => id);
  const held = await listHeldByRequest(db(), ids);
  return (
    <TrackView
      requests={requests.map((request) => ({
        ...request,
        fields: recordFields(definitions, held.get(request.id) ?? []),
      }))}
      counts={counts}
      filter={filter}
      pageSize={REQUESTS_A_PAGE}
      beginning={{
        number: given(address, "number"),
        type: given(address, "type"),
        scac: given(address, "scac"),
      }}
      parties={parties}
      usage={usage}
      readAt={readAt}
      now={Date.now()}
      trackAction={trackAction}
      askAgainAction={askAgainAction}
      fieldActions={{ set: setFieldAction, clear: clearFieldAction }}
    />
  );
}

/** The page to track a number on; `number`, `type` and `scac` fill the form, `q`, `list` and `page` choose requests. */
export default function TrackPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Track" />}>
      <PersonDisplay>
        <LoadedTrack {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
