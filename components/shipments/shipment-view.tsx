import { deadlineText } from "@/components/board/table/cell-text";
import { DaysLeft } from "@/components/board/table/days-left";
import { Release } from "@/components/board/table/readiness-cell";
import { DeletedLine, DeletedMark } from "@/components/containers/deleted-upstream";
import { LiveRefresh } from "@/components/realtime/refresh";
import { ContainerLink } from "@/components/search/container-link";
import { ShareButton } from "@/components/sharing/links/share-button";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { ClockStart } from "@/components/time/clock";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { formatCharges } from "@/lib/domain/charges/charges";
import { containerCountText, countContainers } from "@/lib/features/shipments/rules/container-counts";
import { shipmentNumber } from "@/lib/features/shipments/rules/shipment-row";
import { joined } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import { EtaCards } from "./eta-card";
import { route, type ShipmentRolesData, type ShipmentViewData } from "./page-data";
import { ShipmentFacts } from "./shipment-facts";
import { ShipmentParties } from "./shipment-parties";
import { ShipmentReferences } from "./shipment-references";
import { ShipmentKeys } from "./shipment-shortcuts";
import { TrackingCard } from "./tracking-card";

function ContainerRow({ row, now, locale }: { row: BoardRow; now: number; locale: Locale }) {
  const { main, note } = deadlineText(locale, row.deadline, now);
  return (
    <Row data-container={row.id}>
      <Cell>
        <ContainerLink
          id={row.id}
          className="font-mono text-[12.5px] font-[520] whitespace-nowrap hover:underline"
        >
          {formatContainerNumber(row.number)}
        </ContainerLink>
        <Note>{row.equipment ?? "size not reported"}</Note>
        <DeletedMark since={row.deletedUpstreamAt} now={now} />
        <span className="sm:hidden">
          <Release row={row} />
        </span>
      </Cell>
      <Cell>
        <DaysLeft row={row} />
        <span className="sm:hidden">
          <Note>{joined([main, note])}</Note>
        </span>
      </Cell>
      <Cell className="max-sm:hidden">
        {main}
        <Note>{note}</Note>
      </Cell>
      <Cell className="max-sm:hidden">
        <Release row={row} />
        <Note>{joined([row.status.label, row.yardSpot])}</Note>
      </Cell>
      <Cell className="text-right whitespace-nowrap max-md:hidden">
        {row.charges.reported ? (
          formatCharges(row.charges)
        ) : (
          <span className="text-ink-3">none reported</span>
        )}
      </Cell>
      <Cell className="max-lg:hidden">
        {row.appointment ? (
          <PlaceTime moment={row.appointment} now={now} />
        ) : (
          <span className="text-ink-3">none reported</span>
        )}
      </Cell>
      <Cell className="max-lg:hidden">
        {row.drayCarriers.map((carrier) => carrier.name).join(", ") || (
          <span className="text-ink-3">none yet</span>
        )}
      </Cell>
    </Row>
  );
}

/** The server actions of the page. */
export type ShipmentActions = Record<"assign" | "remove" | "switchTracking" | "editList", FormAction>;

function Containers({
  number,
  rows,
  now,
  locale,
}: {
  number: string;
  rows: readonly BoardRow[];
  now: number;
  locale: Locale;
}) {
  if (rows.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No containers yet">The line has not reported containers yet.</Notice>
      </div>
    );
  return (
    <Table
      label={`Containers of ${number}`}
      heads={
        <>
          <Head>Container</Head>
          <Head>Days left</Head>
          <Head className="max-sm:hidden">Last free day</Head>
          <Head className="max-sm:hidden">Availability</Head>
          <Head className="text-right max-md:hidden">Charges</Head>
          <Head className="max-lg:hidden">Appointment</Head>
          <Head className="max-lg:hidden">Dray carrier</Head>
        </>
      }
    >
      {rows.map((row) => (
        <ContainerRow key={row.id} row={row} now={now} locale={locale} />
      ))}
    </Table>
  );
}

function ShipmentHead({ data, now }: { data: ShipmentViewData; now: number }) {
  const { id, attributes, rows, deletedUpstreamAt } = data;
  const number = shipmentNumber(attributes);
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="inline-flex items-center gap-1">
          <h1 className="font-mono text-verdict tracking-tight wrap-anywhere">{number}</h1>
          <CopyButton text={number} what="bill of lading" />
        </span>
        <p className="text-ink-3">
          {joined([
            attributes.shipping_line_name ?? attributes.shipping_line_scac,
            route(attributes),
            rows.length > 0 && containerCountText(countContainers(rows)),
          ])}
        </p>
        <span className="ml-auto">
          <ShareButton about={{ kind: "shipment", id }} label={`Shipment ${number}`} />
        </span>
      </div>
      <DeletedLine what="shipment" since={deletedUpstreamAt} now={now} />
    </div>
  );
}

/**
 * One shipment: containers, ETA history, tracking state, parties and references. `now` is the current time in epoch ms;
 * `from` is the address of the list from which it was opened.
 */
export function ShipmentView({
  data,
  roles,
  parties,
  now,
  locale,
  from,
  actions,
}: {
  data: ShipmentViewData;
  roles: ShipmentRolesData;
  parties: readonly PartyChoice[];
  now: number;
  locale: Locale;
  from: string | null;
  actions: ShipmentActions;
}) {
  const { id, attributes, rows, readAt } = data;
  const number = shipmentNumber(attributes);
  const back = from ?? "/shipments";
  return (
    <ClockStart at={now}>
      <LiveRefresh
        watch={{ shipments: [id], containers: rows.map((row) => row.id), parties: true }}
        readAt={readAt}
      />
      <ShipmentKeys id={id} number={number} note={route(attributes)} back={back} />
      <PageTop crumbs={[{ href: back, label: "Shipments" }]} track={false} />
      <ShipmentHead data={data} now={now} />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Containers number={number} rows={rows} now={now} locale={locale} />
          <EtaCards attributes={attributes} changes={data.etaChanges} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <TrackingCard
            id={id}
            attributes={attributes}
            count={rows.length}
            now={now}
            action={actions.switchTracking}
          />
          <Card title="Voyage">
            <ShipmentFacts attributes={attributes} now={now} />
          </Card>
          <ShipmentParties
            id={id}
            rows={rows}
            roles={roles}
            parties={parties}
            assignAction={actions.assign}
            removeAction={actions.remove}
          />
          <ShipmentReferences id={id} attributes={attributes} editAction={actions.editList} />
        </div>
      </div>
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
