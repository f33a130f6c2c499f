import { ClockStart } from "@/components/live/clock";
import { LiveRefresh } from "@/components/live/live-refresh";
import { PageTop } from "@/components/shell/page-top";
import { RenderedAt } from "@/components/shell/rendered-at";
import type { FormAction } from "@/components/ui/form-state";
import { type RequestEntry, RequestList } from "./request-list";
import { TrackForm } from "./track-form";

/** The page to track a number on, with what was asked before. `now` is the present instant, epoch ms. */
export function TrackView({
  requests,
  total,
  number,
  parties,
  readAt,
  now,
  trackAction,
}: {
  requests: readonly RequestEntry[];
  total: number;
  /** The number to begin with; "" for none. */
  number: string;
  parties: readonly { id: string; name: string }[];
  readAt: string;
  now: number;
  trackAction: FormAction;
}) {
  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ requests: "any", parties: true }} readAt={readAt} />
      <PageTop title="Track" track={false} />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]">
        <TrackForm key={number} number={number} parties={parties} action={trackAction} />
        <RequestList requests={requests} total={total} now={now} />
      </div>
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
