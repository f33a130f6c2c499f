import Link from "next/link";
import { bucketText } from "@/components/connection/requests/request-text";
import { settingsHref } from "@/components/settings/settings-pages";
import { TimeLeft } from "@/components/time/time-remaining";
import { Card } from "@/components/ui/card";
import type { RequestsData } from "@/lib/features/connection/rules/settings-data";

function Left({ bucket: { used, capacity, pausedUntil } }: { bucket: RequestsData["buckets"][number] }) {
  if (pausedUntil !== null)
    return (
      <>
        none, resumes <TimeLeft until={pausedUntil} />
      </>
    );
  if (capacity === null) return "not counted";
  return (
    <>
      {Math.max(0, capacity - used)} <span className="text-ink-3">of {capacity}</span>
    </>
  );
}

/** The number of requests that user actions may still use this minute, per bucket. */
export function RequestsLeft({ buckets }: { buckets: RequestsData["buckets"] }) {
  return (
    <Card
      title="Requests left this minute"
      aside={
        <Link href={settingsHref("requests")} className="text-accent hover:underline">
          Requests
        </Link>
      }
    >
      <dl className="flex flex-col gap-1.5">
        {buckets.map((bucket) => (
          <div
            key={bucket.bucket}
            data-left={bucket.bucket}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3"
          >
            <dt>{bucketText(bucket.bucket).what}</dt>
            <dd className="text-right whitespace-nowrap tabular-nums">
              <Left bucket={bucket} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
