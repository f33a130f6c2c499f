import Link from "next/link";
import { Ago } from "@/components/time/age";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { humanise } from "@/lib/domain/container/container-status";
import type { UnreadableList } from "@/lib/features/connection/rules/settings-data";

type Attribute = UnreadableList["attributes"][number];

const Value = ({ text }: { text: string }) => (
  <bdi className="line-clamp-2 font-mono wrap-anywhere" title={text}>
    {text}
  </bdi>
);

function Origin({ notificationId }: Pick<Attribute, "notificationId">) {
  if (notificationId === null) return <span className="text-ink-3">Read from the service</span>;
  return (
    <Link
      href={`/settings/inbox/${encodeURIComponent(notificationId)}`}
      className="text-accent hover:underline"
    >
      View original
    </Link>
  );
}

/** The attributes that could not be read, with what was sent last. It is text of the service and shown as such. */
export function UnreadableAttributes({ unreadable }: { unreadable: UnreadableList }) {
  const { total, attributes } = unreadable;
  if (total === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-[560]">Unreadable data</h2>
      <p className="max-w-[75ch] text-ink-2">
        These attributes had values that could not be read. Everything else was processed. The last known
        value stays until the next readable one.
      </p>
      <Table
        label="Unreadable attributes, latest first"
        heads={
          <>
            <Head>Attribute</Head>
            <Head className="text-right">Count</Head>
            <Head className="max-sm:hidden">Last value</Head>
            <Head>Last received</Head>
            <Head className="max-sm:hidden">
              <span className="sr-only">Delivery</span>
            </Head>
          </>
        }
      >
        {attributes.map(({ type, name, count, lastValue, lastAt, notificationId }) => (
          <Row key={`${type} ${name}`} data-unreadable={`${type}.${name}`}>
            <Cell>
              <span className="font-mono wrap-anywhere">{name}</span>
              <Note>{humanise(type)}</Note>
              <span className="mt-1.5 block sm:hidden">
                <Value text={lastValue} />
                <Origin notificationId={notificationId} />
              </span>
            </Cell>
            <Cell className="text-right">{count.toLocaleString("en-US")}</Cell>
            <Cell className="max-w-[40ch] max-sm:hidden">
              <Value text={lastValue} />
            </Cell>
            <Cell className="whitespace-nowrap text-ink-3">
              <Ago since={lastAt} />
            </Cell>
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Origin notificationId={notificationId} />
            </Cell>
          </Row>
        ))}
      </Table>
      {total > attributes.length && (
        <p className="text-note text-ink-3">
          The latest {attributes.length} of {total.toLocaleString("en-US")}.
        </p>
      )}
    </section>
  );
}
