import Link from "next/link";
import type { FieldActions } from "@/components/custom-fields/types";
import { LiveRefresh } from "@/components/realtime/refresh";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { ClockStart } from "@/components/time/clock";
import { buttonClass } from "@/components/ui/button";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { OnlyWho } from "@/components/ui/permissions";
import type { TrackingUsage } from "@/lib/features/tracking-requests/rules/plan-usage";
import type { RequestListName } from "@/lib/features/tracking-requests/rules/request-lists";
import type { RequestListFilter } from "./request-filters";
import { type RequestEntry, RequestList } from "./request-list";
import { type Beginning, TrackForm } from "./track-form";
import { UsageCard } from "./usage-card";

/** The page to track a number, with the previous requests. `now` is the current time in epoch ms. */
export function TrackView({
  requests,
  counts,
  filter,
  pageSize,
  beginning,
  parties,
  usage,
  readAt,
  now,
  trackAction,
  askAgainAction,
  fieldActions,
}: {
  requests: readonly RequestEntry[];
  counts: Record<RequestListName, number>;
  filter: RequestListFilter;
  pageSize: number;
  beginning: Beginning;
  parties: readonly PartyChoice[];
  usage: TrackingUsage;
  readAt: string;
  now: number;
  trackAction: FormAction;
  askAgainAction: FormAction;
  fieldActions: FieldActions;
}) {
  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ requests: "any", parties: true }} readAt={readAt} />
      <PageTop title="Track" track={false} />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]">
        <div className="flex flex-col gap-3.5">
          <OnlyWho may="dispatch">
            <TrackForm
              key={`${beginning.number}/${beginning.type}/${beginning.scac}`}
              beginning={beginning}
              parties={parties}
              action={trackAction}
            />
            <Link href="/track/list" className={buttonClass()}>
              Paste or upload a list of numbers
            </Link>
          </OnlyWho>
          <UsageCard usage={usage} />
        </div>
        <RequestList
          requests={requests}
          counts={counts}
          filter={filter}
          pageSize={pageSize}
          now={now}
          askAgain={askAgainAction}
          fieldActions={fieldActions}
        />
      </div>
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
