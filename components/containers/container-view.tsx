import type { ReactNode } from "react";
import { HoldsCard } from "@/components/holds/holds-card";
import { Moves } from "@/components/moves/moves-card";
import { withPlan } from "@/components/moves/planned-milestones";
import { Parties } from "@/components/parties/container-parties";
import { LiveRefresh } from "@/components/realtime/refresh";
import { ShareButton } from "@/components/sharing/links/share-button";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { SearchContainer } from "@/components/shell/search-field";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { OnlyWho } from "@/components/ui/permissions";
import { type OrderActions, WorkOrders } from "@/components/work-orders/work-orders";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { QUEUES } from "@/lib/domain/board-row/queues";
import { pickupCity, pickupPlace } from "@/lib/domain/container/pickup";
import { milestones } from "@/lib/domain/milestones/milestones";
import { unconfirmedValues } from "@/lib/features/containers/messages/unconfirmed-values";
import type { PartyContact } from "@/lib/features/parties/rules";
import type { OrderContact } from "@/lib/features/work-orders/rules";
import type { Locale } from "@/lib/platform/text/locale";
import { ArrivalCard, isUnderWay } from "./arrival-card";
import { reportedChanges } from "./change-history";
import { ChangesCard } from "./changes-card";
import { ChargesCard } from "./charges-card";
import { ContainerKeys } from "./container-shortcuts";
import { DeadlineCard } from "./deadline-card";
import { DriverReports } from "./driver-reports";
import { MilestonesCard } from "./milestones-card";
import type { ContainerViewData } from "./page-data";
import { Verdict } from "./readiness-header";
import { ReferencesCard } from "./references-card";
import { RefreshForm } from "./refresh-form";
import { UnconfirmedCard } from "./unconfirmed-card";

/** The server actions of the page. */
export type ContainerActions = Record<
  "assign" | "remove" | "refresh" | "logFollowUp" | "dropFollowUp" | "savePlan" | "editList" | "sendPhoto",
  FormAction
>;

type Props = {
  data: ContainerViewData;
  parties: readonly PartyChoice[];
  /** The contacts of the dray carriers by party id. */
  contacts: Readonly<Record<string, PartyContact>>;
  /** The current time in epoch ms. */
  now: number;
  locale: Locale;
  /** The address of the list from which the page was opened. Null if there is none. */
  from: string | null;
  /** The link to all changes. Null if all are shown. */
  allChangesHref: string | null;
  actions: ContainerActions;
  /** The contact that a new work order begins with, and the actions of work orders. */
  orders: { contact: OrderContact; actions: OrderActions };
  /** The links to the previous and next containers in the list. */
  steps: ReactNode;
  voyage: ReactNode;
  /** Custom fields and documents. */
  related: ReactNode;
};

/** On a phone the columns merge into one, ordered by importance. Each card is then placed individually. */
const COLUMN = "contents min-w-0 lg:flex lg:flex-col lg:gap-3.5";
const LATER_ON_A_PHONE = "max-lg:order-1";

/** One container: time left, holds, charges, dray carrier and appointment, milestones, voyage and changes. */
export function ContainerView(props: Props) {
  const { data, now, locale, from, actions } = props;
  const { container, changeCount, readAt, work } = data;
  const row = boardRow(container);
  const place = pickupPlace(container);
  const city = pickupCity(container);
  const changes = reportedChanges(data.changes, new Date(now), locale);
  const shipments = row.shipmentId ? [row.shipmentId] : [];
  const journey = milestones(
    data.events.map((event) => ({ ...event, place: event.terminal ?? event.place })),
    container,
  );
  const underWay = isUnderWay(row);
  const arrivalCard = <ArrivalCard row={row} container={container} changes={data.etaChanges} now={now} />;
  const refresh = {
    containerId: row.id,
    action: actions.refresh,
    checkedAt: row.checkedAt,
    changeCount,
  };

  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ containers: [row.id], shipments, parties: true }} readAt={readAt} />
      <ContainerKeys id={row.id} number={row.number} note={row.terminal.name ?? row.status.label} />
      <PageTop
        crumbs={[{ href: from ?? "/board", label: listLabel(from) }]}
        track={false}
        search={
          <div className="flex flex-wrap items-center justify-end gap-x-3.5 gap-y-2 max-md:w-full max-md:justify-between">
            {props.steps}
            <div className="max-md:order-last max-md:w-full">
              <SearchContainer />
            </div>
            <ShareButton
              about={{ kind: "container", id: row.id }}
              label={`Container ${formatContainerNumber(row.number)}`}
            />
            <OnlyWho may="dispatch">
              <RefreshForm {...refresh} />
            </OnlyWho>
          </div>
        }
      />
      <Verdict row={row} now={now} />
      <div className="flex flex-col gap-3.5 lg:grid lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr]">
        <div className={COLUMN}>
          <UnconfirmedCard values={unconfirmedValues(container, new Date(now), locale)} now={now} />
          {underWay && arrivalCard}
          {(!underWay || row.deadline.sources.length > 0) && (
            <DeadlineCard row={row} changes={changes} city={city} locale={locale} />
          )}
          <HoldsCard
            container={container}
            changes={changes}
            followUps={work.followUps}
            actions={{ log: actions.logFollowUp, drop: actions.dropFollowUp }}
            now={now}
          />
          <ChargesCard charges={row.charges} />
        </div>
        <div className={`${COLUMN} lg:col-start-2 lg:row-span-2 lg:row-start-1`}>
          <Card title="Appointment and parties">
            <Moves
              row={row}
              plan={work.plan}
              pickupZone={place.zone}
              city={city}
              locale={locale}
              gates={work.gates}
              now={now}
              action={actions.savePlan}
            />
            <Parties
              row={row}
              rolesAsOf={data.rolesAsOf}
              parties={props.parties}
              contacts={props.contacts}
              orders={data.workOrders}
              assignAction={actions.assign}
              removeAction={actions.remove}
            />
            <WorkOrders
              containerId={row.id}
              drayCarriers={row.drayCarriers}
              orders={data.workOrders}
              deliveryPlace={work.plan.deliveryPlace.trim()}
              emails={emailsOf(props.contacts)}
              contact={props.orders.contact}
              now={now}
              actions={props.orders.actions}
            />
          </Card>
          <div className={LATER_ON_A_PHONE}>{props.voyage}</div>
          <div className={LATER_ON_A_PHONE}>
            <ChangesCard
              changes={changes}
              count={changeCount}
              allHref={props.allChangesHref}
              containerId={container.id}
              now={now}
            />
          </div>
        </div>
        <div className={COLUMN}>
          <MilestonesCard containerId={row.id} milestones={withPlan(journey, work.plan)} now={now}>
            <DriverReports reports={data.driverReports} now={now} send={actions.sendPhoto} />
          </MilestonesCard>
          {!underWay && arrivalCard}
          <div className={`${LATER_ON_A_PHONE} flex flex-col gap-3.5`}>
            {props.related}
            <ReferencesCard row={row} container={container} editAction={actions.editList} />
          </div>
        </div>
      </div>
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}

const emailsOf = (contacts: Props["contacts"]): Record<string, string> =>
  Object.fromEntries(Object.entries(contacts).map(([partyId, { email }]) => [partyId, email]));

/** The label of the list from which a container was opened: "Board", "Board: Pull today", "Shipment", "Search". */
function listLabel(from: string | null): string {
  if (!from) return "Board";
  if (from.startsWith("/shipments/")) return "Shipment";
  if (from.startsWith("/find")) return "Search";
  const queue = new URLSearchParams(from.split("?")[1] ?? "").get("queue");
  const named = QUEUES.find(({ id }) => id === queue && id !== "all");
  return named ? `Board: ${named.label}` : "Board";
}
