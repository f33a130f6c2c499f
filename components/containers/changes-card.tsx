import Link from "next/link";
import { Age, Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import { OnlyWho } from "@/components/ui/permissions";
import { withKeys } from "@/components/ui/with-keys";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import type { Moment } from "@/lib/domain/time/moment";
import { joined } from "@/lib/platform/text/bidi";
import type { ReportedChange } from "./page-data";

const SHOWN = 12;

/** The origin of a change: a notification with its event and arrival time, or a sync of the account. */
function Origin({ change }: { change: ReportedChange }) {
  const { notificationId, event, receivedAt } = change;
  if (!notificationId) return <>found by a sync run</>;
  return (
    <>
      <Link
        href={`/settings/inbox/${encodeURIComponent(notificationId)}`}
        title={joined([event ?? "notification", notificationId])}
        className="hover:text-ink hover:underline"
      >
        {event ? eventLabel(event) : "Notification"}
      </Link>
      {receivedAt && (
        <>
          , received <Ago since={receivedAt} />
        </>
      )}
    </>
  );
}

/** A value as text. A time is shown in the display zone, with the zone's name. */
function Value({ text, moment, now }: { text: string | null; moment?: Moment | null; now: number }) {
  return moment ? <PlaceTime moment={moment} now={now} /> : text;
}

function ChangeRow({ change, now }: { change: ReportedChange; now: number }) {
  return (
    <li data-change={change.field} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3">
      <span className="text-small text-ink-3">
        <Age since={change.asOf} />
      </span>
      <span className="min-w-0">
        {withKeys(change.text, ({ label, before, after }) => `${label} ${before} ${after}`).map(
          ({ key, item: { label, before, after, moments } }) => (
            <span key={key} className="block wrap-anywhere">
              {label}{" "}
              {before !== null && (
                <s className="text-ink-3">
                  <Value text={before} moment={moments?.before} now={now} />
                </s>
              )}{" "}
              <b className="font-[580]">
                <Value text={after ?? "none"} moment={moments?.after} now={now} />
              </b>
            </span>
          ),
        )}
        <span className="block truncate text-micro text-ink-3">
          <Origin change={change} />
        </span>
      </span>
    </li>
  );
}

/** The changes: field, old and new value, time and notification. `count` is the total number of changes. */
export function ChangesCard({
  changes,
  count,
  allHref,
  containerId,
  now,
}: {
  changes: readonly ReportedChange[];
  count: number;
  /** The current time in epoch ms. */
  now: number;
  /** The link to all changes. Null if all are shown. */
  allHref: string | null;
  containerId: string;
}) {
  const [newest, older] = [changes.slice(0, SHOWN), changes.slice(SHOWN)];
  return (
    <Card title="Changes" aside={count > 0 ? `${count} total` : undefined}>
      {changes.length === 0 && <p className="text-ink-3">No changes since tracking started.</p>}
      <ul className="flex flex-col gap-1.5">
        {newest.map((change) => (
          <ChangeRow key={change.id} change={change} now={now} />
        ))}
      </ul>
      {older.length > 0 && (
        <details className="mt-2" open={allHref === null}>
          <summary className="text-accent">{older.length} older</summary>
          <ul className="mt-1.5 flex flex-col gap-1.5">
            {older.map((change) => (
              <ChangeRow key={change.id} change={change} now={now} />
            ))}
          </ul>
        </details>
      )}
      {allHref !== null && count > changes.length && older.length > 0 && (
        <Link href={allHref} className="mt-2 inline-block text-accent hover:underline">
          All {count}
        </Link>
      )}
      <OnlyWho may="administer">
        <p className="mt-2 text-small">
          <Link
            href={`/settings/audit?${new URLSearchParams({ record: `container:${containerId}` })}`}
            className="text-ink-3 hover:text-ink hover:underline"
          >
            Audit log for this container
          </Link>
        </p>
      </OnlyWho>
    </Card>
  );
}
