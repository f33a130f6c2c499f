import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import {
  limitIn,
  planLimitText,
  type TrackingUsage,
  usedOfPlan,
} from "@/lib/features/tracking-requests/rules/plan-usage";
import { counted } from "@/lib/platform/text/counted";

/** The account's tracking usage, and its limit as far as known. */
export function UsageCard({ usage }: { usage: TrackingUsage }) {
  const { containers, shipments, waiting, refused, takenSince, requested, requestLimit: askedLimit } = usage;
  const used = usedOfPlan(usage);
  const limit = refused && !takenSince ? limitIn(refused.text) : null;
  return (
    <Card title="Usage">
      <p>
        <b className="text-lead font-[620] tabular-nums">{used.toLocaleString("en-US")}</b>
        {limit !== null && used <= limit && <> of {limit.toLocaleString("en-US")}</>} active containers
      </p>
      <p className="text-note text-ink-3">
        {counted(containers, "container")} in {counted(shipments, "shipment")}
        {waiting > 0 && `, and ${counted(waiting, "number")} awaiting a response`}.
      </p>
      <p className="mt-2 text-note wrap-anywhere text-ink-2">
        {planLimitText(usage)}
        {refused && (
          <>
            {" "}
            (<Ago since={refused.at} />)
          </>
        )}
      </p>
      <p className="mt-2 text-note text-ink-3">
        {askedLimit === null
          ? `${counted(requested, "number")} requested in the last minute.`
          : `${requested.toLocaleString("en-US")} of ${askedLimit.toLocaleString("en-US")} numbers requested in the last minute.`}
      </p>
    </Card>
  );
}
