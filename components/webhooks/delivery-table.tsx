import Link from "next/link";
import { recordText } from "@/components/activity/record-text";
import { settingsHref } from "@/components/settings/settings-pages";
import { Ago } from "@/components/time/age";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import { presenceText, serviceText } from "./delivery-text";
import type { DeliveryRow, WebhookEntry } from "./webhooks-data";

function About({ about }: { about: DeliveryRow["about"] }) {
  if (about === null) return null;
  const { label: word, href } = recordText(about.type, about.id);
  if (about.name === null) return <span className="block text-ink-2">{word} not in Drayboard</span>;
  const name = about.type === "container" ? formatContainerNumber(about.name) : about.name;
  if (href === null)
    return (
      <span className="block wrap-anywhere">
        {word} {name}
      </span>
    );
  return (
    <Link href={href} className="block font-mono text-[12.5px] font-[520] wrap-anywhere hover:underline">
      {name}
    </Link>
  );
}

function Changed({ here }: { here: DeliveryRow["here"] }) {
  if (here === null || here.processedAt === null) return null;
  if (here.changes.length === 0) return <span className="text-ink-3">No changes</span>;
  return (
    <>
      {here.changes.map(({ label, before, after }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same
        <span key={at} className="block wrap-anywhere">
          {label} {before !== null && <s className="text-ink-3">{before}</s>}{" "}
          <b className="font-[580]">{after ?? "none"}</b>
        </span>
      ))}
      {here.more > 0 && <Note>and {here.more} more</Note>}
    </>
  );
}

function AtService({ row }: { row: DeliveryRow }) {
  if (row.atService === null) return null;
  const { tone, what, note } = serviceText(row.atService);
  return (
    <>
      <Tag tone={tone}>{what}</Tag>
      {note && <Note>{note}</Note>}
    </>
  );
}

function Here({ row, webhooks }: { row: DeliveryRow; webhooks: readonly WebhookEntry[] }) {
  const { tone, what, note } = presenceText(row, webhooks);
  return (
    <>
      <Tag tone={tone}>{what}</Tag>
      {note && (
        <span className="wrap-anywhere">
          <Note>{note}</Note>
        </span>
      )}
      {row.here && (
        <Link
          href={`${settingsHref("inbox")}/${encodeURIComponent(row.id)}`}
          className="text-small text-accent hover:underline"
        >
          As received<span className="sr-only">: {row.id}</span>
        </Link>
      )}
    </>
  );
}

function DeliveryLine({
  row,
  withLog,
  webhooks,
}: {
  row: DeliveryRow;
  withLog: boolean;
  webhooks: readonly WebhookEntry[];
}) {
  return (
    <Row data-delivery={row.id}>
      <Cell className="whitespace-nowrap text-ink-3">
        <Ago since={row.here?.receivedAt ?? row.createdAt} />
      </Cell>
      <Cell>
        {eventLabel(row.event)}
        <About about={row.about} />
        <span className="mt-1.5 flex flex-col gap-1.5 md:hidden">
          {withLog && (
            <span>
              <AtService row={row} />
            </span>
          )}
          <span>
            <Here row={row} webhooks={webhooks} />
          </span>
          <span>
            <Changed here={row.here} />
          </span>
        </span>
      </Cell>
      {withLog && (
        <Cell className="max-w-56 max-md:hidden">
          <AtService row={row} />
        </Cell>
      )}
      <Cell className="max-w-56 max-md:hidden">
        <Here row={row} webhooks={webhooks} />
      </Cell>
      <Cell className="max-md:hidden">
        <Changed here={row.here} />
      </Cell>
    </Row>
  );
}

/** Deliveries, latest first. `withLog` adds the status in the service's log. */
export function DeliveryTable({
  rows,
  withLog,
  webhooks,
}: {
  rows: readonly DeliveryRow[];
  withLog: boolean;
  webhooks: readonly WebhookEntry[];
}) {
  return (
    <Table
      label={withLog ? "Deliveries in the service’s log, newest first" : "Deliveries received, newest first"}
      heads={
        <>
          <Head>{withLog ? "When" : "Received"}</Head>
          <Head>Event</Head>
          {withLog && <Head className="max-md:hidden">At the service</Head>}
          <Head className="max-md:hidden">In Drayboard</Head>
          <Head className="max-md:hidden">Changes</Head>
        </>
      }
    >
      {rows.map((row) => (
        <DeliveryLine key={row.id} row={row} withLog={withLog} webhooks={webhooks} />
      ))}
    </Table>
  );
}
