import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { clearFieldAction, setFieldAction } from "@/app/(dashboard)/_record-cards/field-actions";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { TrackView } from "@/components/tracking-requests/track-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import { readRequestState } from "@/lib/features/connection/queries/budget-status";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { listHeldByRequest } from "@/lib/features/custom-fields/queries/record-fields";
import { recordFields } from "@/lib/features/custom-fields/rules/custom-field";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import {
  listTrackingRequests,
  REQUESTS_A_PAGE,
  readRequestFilter,
} from "@/lib/features/tracking-requests/queries/tracking-requests";
import { readUsage } from "@/lib/features/tracking-requests/queries/tracking-usage";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { requestAgainAction, trackAction } from "./actions";

export const metadata: Metadata = { title: "Track" };

type Address = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Address> };

const LONGEST = 200;

const input = (address: Address, name: string): string =>
  ([address[name]].flat()[0] ?? "").replaceAll("\0", "").slice(0, LONGEST);

async function LoadedTrack({ searchParams }: Props) {
  await requirePageSession("dashboard");
  const address = await searchParams;
  const filter = readRequestFilter({ number: address.q, list: address.list, page: address.page });
  const readAt = new Date().toISOString();
  const [{ requests, counts }, definitions, usage, { parties }] = await Promise.all([
    listTrackingRequests(db(), filter),
    listDefinitions(db(), FIELD_RECORDS.tracking_request.entityType),
    readRequestState(db(), config().requestLimits).then(({ buckets }) => readUsage(db(), buckets)),
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
        number: input(address, "number"),
        type: input(address, "type"),
        scac: input(address, "scac"),
      }}
      parties={parties}
      usage={usage}
      readAt={readAt}
      now={Date.now()}
      trackAction={trackAction}
      askAgainAction={requestAgainAction}
      fieldActions={{ set: setFieldAction, clear: clearFieldAction }}
    />
  );
}

/**
 * The page to track a number. The parameters `number`, `type` and `scac` fill the form; `q`, `list` and `page` select
 * requests.
 */
export default function TrackPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Track" />}>
      <UserDisplay>
        <LoadedTrack {...props} />
      </UserDisplay>
    </Suspense>
  );
}
