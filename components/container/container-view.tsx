import { ClockStart } from "@/components/live/clock";
import { LiveRefresh } from "@/components/live/live-refresh";
import { PageTop } from "@/components/shell/page-top";
import { RenderedAt } from "@/components/shell/rendered-at";
import type { FormAction } from "@/components/ui/form-state";
import { boardRow } from "@/lib/dispatch/board-row";
import { milestones } from "@/lib/dispatch/milestones";
import { toldChanges } from "./change-history";
import { ChangesCard } from "./changes-card";
import { ChargesCard } from "./charges-card";
import type { ContainerViewData, PartyChoice } from "./container-data";
import { DeadlineCard } from "./deadline-card";
import { HoldsCard } from "./holds-card";
import { MilestonesCard } from "./milestones-card";
import { PickupCard } from "./pickup-card";
import { ReferencesCard } from "./references-card";
import { Verdict } from "./verdict";

/**
 * One container: how long there is, what holds it, what it costs, who pulls it, what happened and what changed.
 *
 * @param now the present instant, epoch ms
 */
export function ContainerView({
  data,
  parties,
  now,
  assignAction,
  removeAction,
}: {
  data: ContainerViewData;
  parties: readonly PartyChoice[];
  now: number;
  assignAction: FormAction;
  removeAction: FormAction;
}) {
  const { box, events, changeCount, readAt } = data;
  const row = boardRow(box);
  const changes = toldChanges(data.changes, new Date(now));
  const journey = milestones(
    events.map((event) => ({ ...event, place: event.terminal ?? event.place })),
    box,
  );
  const shipments = row.shipmentId ? [row.shipmentId] : [];

  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ containers: [row.id], shipments, parties: true }} readAt={readAt} />
      <PageTop crumbs={[{ href: "/board", label: "Board" }]} track={false} />
      <Verdict row={row} />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <DeadlineCard row={row} changes={changes} />
          <HoldsCard row={row} changes={changes} />
          <ChargesCard charges={row.charges} />
          <MilestonesCard milestones={journey} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <PickupCard
            row={row}
            rolesAsOf={data.rolesAsOf}
            parties={parties}
            now={now}
            assignAction={assignAction}
            removeAction={removeAction}
          />
          <ChangesCard changes={changes} count={changeCount} />
          <ReferencesCard row={row} box={box} />
        </div>
      </div>
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
