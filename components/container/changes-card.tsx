import { Age } from "@/components/live/age";
import { Card } from "@/components/ui/card";
import type { ToldChange } from "./container-data";

const SHOWN = 12;

function ChangeRow({ change }: { change: ToldChange }) {
  const from = change.notificationId
    ? `${change.event ?? "notification"} · ${change.notificationId}`
    : "found by a sync of the account";
  return (
    <li data-change={change.field} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3">
      <span className="text-small text-ink-3">
        <Age since={change.asOf} />
      </span>
      <span className="min-w-0">
        {change.words.map(({ label, before, after }) => (
          <span key={`${label} ${before} ${after}`} className="block wrap-anywhere">
            {label} {before !== null && <s className="text-ink-3">{before}</s>}{" "}
            <b className="font-[580]">{after ?? "none"}</b>
          </span>
        ))}
        <span className="block truncate text-micro text-ink-3" title={from}>
          {from}
        </span>
      </span>
    </li>
  );
}

/** What changed, from what to what, when, and by which notification. `count` is all there ever were. */
export function ChangesCard({ changes, count }: { changes: readonly ToldChange[]; count: number }) {
  const [newest, older] = [changes.slice(0, SHOWN), changes.slice(SHOWN)];
  return (
    <Card title="Changes" aside={count > 0 ? `${count} remembered` : undefined}>
      {changes.length === 0 && <p className="text-ink-3">None since the desk first saw it.</p>}
      <ul className="flex flex-col gap-1.5">
        {newest.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
      {older.length > 0 && (
        <details className="mt-2">
          <summary className="text-accent">{older.length} older</summary>
          <ul className="mt-1.5 flex flex-col gap-1.5">
            {older.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
