import Form from "next/form";
import Link from "next/link";
import { PlaceTime } from "@/components/container/place-time";
import { GoneMark } from "@/components/live/gone";
import { Button, buttonClass } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { lastPage, Pages, pageHref } from "./pages";
import {
  portArrival,
  route,
  type ShipmentEntry,
  type ShipmentListFilter,
  shipmentNumber,
} from "./shipment-data";
import { TrackingState } from "./tracking-state";

/** Narrows the list; works without script, and stands in the address. */
function ShipmentFilters({ filter, total }: { filter: ShipmentListFilter; total: number }) {
  return (
    <Form
      action="/shipments"
      role="search"
      aria-label="This list"
      className="mb-2.5 flex flex-wrap items-end gap-2"
    >
      <label className="flex flex-col gap-1 text-note text-ink-2 max-sm:w-full">
        Number or reference
        <input
          type="search"
          name="number"
          defaultValue={filter.number}
          autoComplete="off"
          spellCheck={false}
          className={`${fieldClass()} sm:w-64`}
        />
      </label>
      <label className="flex flex-col gap-1 text-note text-ink-2">
        Tracking
        <select name="stopped" defaultValue={filter.stopped} className={fieldClass()}>
          <option value="any">Any</option>
          <option value="no">Under way</option>
          <option value="yes">Stopped</option>
        </select>
      </label>
      <Button type="submit">Show</Button>
      {(filter.number !== "" || filter.stopped !== "any") && (
        <Link href="/shipments" className={buttonClass("quiet")}>
          Clear
        </Link>
      )}
      <p className="ml-auto self-center text-ink-3" role="status">
        {total.toLocaleString("en-US")} {total === 1 ? "shipment" : "shipments"}
      </p>
    </Form>
  );
}

function ShipmentRow({ shipment, now }: { shipment: ShipmentEntry; now: number }) {
  const { id, attributes, containers, vanishedAt } = shipment;
  const arrival = portArrival(attributes);
  const references = [...(attributes.ref_numbers ?? []), ...(attributes.tags ?? [])];
  return (
    <Row data-shipment={id}>
      <Cell>
        <Link
          href={`/shipments/${encodeURIComponent(id)}`}
          className="font-mono text-[12.5px] font-[520] hover:underline"
        >
          {shipmentNumber(attributes)}
        </Link>
        <Note>
          {attributes.shipping_line_short_name ?? attributes.shipping_line_name ?? "line not reported"}
        </Note>
        <GoneMark since={vanishedAt} now={now} />
      </Cell>
      <Cell className="max-sm:hidden">
        {route(attributes)}
        <Note>
          {[attributes.pod_vessel_name, attributes.pod_voyage_number].filter(Boolean).join(" ") || "–"}
        </Note>
      </Cell>
      <Cell>
        {arrival ? (
          <>
            <PlaceTime moment={arrival.moment} now={now} />
            <Note>{arrival.word}</Note>
          </>
        ) : (
          <span className="text-ink-3">ETA not reported</span>
        )}
      </Cell>
      <Cell className="text-right">{containers}</Cell>
      <Cell className="max-md:hidden">
        {references.join(", ") || <span className="text-ink-3">–</span>}
        {attributes.customer_name && <Note>{attributes.customer_name}</Note>}
      </Cell>
      <Cell className="max-lg:hidden">
        <TrackingState attributes={attributes} />
      </Cell>
    </Row>
  );
}

function PastTheEnd({ filter, last }: { filter: ShipmentListFilter; last: number }) {
  return (
    <Notice
      title={`Page ${filter.page} does not exist`}
      action={
        <Link href={pageHref(filter, last)} className={buttonClass("main")}>
          {last === 1 ? "To the first page" : `To page ${last}, the last`}
        </Link>
      }
    >
      {last === 1 ? "There is 1." : `There are ${last}.`}
    </Notice>
  );
}

function NoShipments({ narrowed }: { narrowed: boolean }) {
  return (
    <Notice
      title={narrowed ? "No shipment matches" : "No shipments yet"}
      action={
        <Link href={narrowed ? "/shipments" : "/track"} className={buttonClass(narrowed ? "plain" : "main")}>
          {narrowed ? "Clear filters" : "Track a number"}
        </Link>
      }
    >
      {narrowed
        ? "Case, spaces and dashes do not matter. A container stands on the board."
        : "A shipment stands here as soon as the line answers for a number you track."}
    </Notice>
  );
}

/** The account's shipments, newest first. */
export function ShipmentList({
  shipments,
  total,
  filter,
  pageSize,
  now,
}: {
  shipments: readonly ShipmentEntry[];
  total: number;
  filter: ShipmentListFilter;
  pageSize: number;
  /** The present instant, epoch ms. */
  now: number;
}) {
  return (
    <>
      <ShipmentFilters filter={filter} total={total} />
      {shipments.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          {total > 0 ? (
            <PastTheEnd filter={filter} last={lastPage(total, pageSize)} />
          ) : (
            <NoShipments narrowed={filter.number !== "" || filter.stopped !== "any"} />
          )}
        </div>
      ) : (
        <Table
          label="Shipments, newest first"
          heads={
            <>
              <Head>Shipment</Head>
              <Head className="max-sm:hidden">Route, vessel</Head>
              <Head>Arrival at POD</Head>
              <Head className="text-right">Boxes</Head>
              <Head className="max-md:hidden">References</Head>
              <Head className="max-lg:hidden">Tracking</Head>
            </>
          }
        >
          {shipments.map((shipment) => (
            <ShipmentRow key={shipment.id} shipment={shipment} now={now} />
          ))}
        </Table>
      )}
      <Pages filter={filter} total={total} pageSize={pageSize} />
    </>
  );
}
