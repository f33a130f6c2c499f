import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { UnconfirmedValue } from "@/lib/features/containers/messages/unconfirmed-values";

/**
 * The attributes of which a later report could not be read, with their last known values. Nothing without any. The time of a
 * report belongs to no location, so it is in UTC unless the user chose a display zone. `now` is epoch ms.
 */
export function UnconfirmedCard({ values, now }: { values: readonly UnconfirmedValue[]; now: number }) {
  if (values.length === 0) return null;
  return (
    <Card title="Unconfirmed">
      <p className="text-ink-2">A later report could not be read. These are the last known values.</p>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1">
        {values.map(({ field, label, value, since }) => (
          <div key={field} data-unconfirmed={field} className="contents">
            <dt className="text-ink-2 first-letter:uppercase">{label}</dt>
            <dd className="flex flex-wrap items-baseline justify-between gap-x-3.5 wrap-anywhere">
              <bdi>{value}</bdi>
              <span className="text-small text-soon">
                unconfirmed since <PlaceTime moment={{ at: since, zone: "UTC" }} now={now} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
