import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { Tag } from "@/components/ui/tag";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import { stoppedReasonText } from "@/lib/features/tracking-requests/messages/tracking-status";

const containers = (count: number): string => (count === 1 ? "its container" : `its ${count} containers`);

/** The times of the last request to the line and of its last response. */
function LastRequested({ attributes }: { attributes: ShipmentAttributes }) {
  const { line_tracking_last_attempted_at: requested, line_tracking_last_succeeded_at: answered } =
    attributes;
  if (!requested && !answered)
    return <p className="text-note text-ink-3">Last request to the line not reported.</p>;
  return (
    <p className="text-note text-ink-3">
      {answered ? (
        <>
          Line responded <Ago since={answered} />
        </>
      ) : (
        "The line has not responded yet"
      )}
      {requested && requested !== answered && (
        <>
          , requested <Ago since={requested} />
        </>
      )}
      .
    </p>
  );
}

/** The reason why it is not tracked: stopped by a user, or by the service with a reason. */
function Stopped({ attributes, now }: { attributes: ShipmentAttributes; now: number }) {
  const { line_tracking_stopped_at: at, line_tracking_stopped_reason: reason } = attributes;
  const text = reason ? stoppedReasonText(reason) : null;
  const byHand = reason === "cancelled_by_user";
  return (
    <>
      <p>
        <Tag tone="plain">Stopped</Tag>{" "}
        {at && (
          <span className="text-ink-2">
            <PlaceTime moment={{ at, zone: "UTC" }} now={now} />
          </span>
        )}
      </p>
      <p>
        {byHand || !text ? (
          `${text?.what ?? "No reason reported"}.`
        ) : (
          <>
            Stopped automatically: <b className="font-[560]">{text.what}</b>.
          </>
        )}
        {text?.advice && <span className="text-ink-2"> {text.advice}</span>}
      </p>
    </>
  );
}

/**
 * The tracking state of the shipment, with the reason if it is stopped, and a button to stop or resume it. `now` is
 * epoch ms.
 */
export function TrackingCard({
  id,
  attributes,
  count,
  now,
  action,
}: {
  id: string;
  attributes: ShipmentAttributes;
  /** The number of containers in the shipment. */
  count: number;
  now: number;
  action: FormAction;
}) {
  const stopped = Boolean(attributes.line_tracking_stopped_at);
  return (
    <Card title="Tracking">
      <div className="flex flex-col gap-2">
        {stopped ? (
          <Stopped attributes={attributes} now={now} />
        ) : (
          <p>The service requests updates from the line and terminals.</p>
        )}
        <LastRequested attributes={attributes} />
        <OnlyWho may="dispatch">
          {stopped ? (
            <ActionForm
              key="resume"
              action={action}
              label="Resume tracking"
              pendingText="Saving…"
              fields={{ shipmentId: id, act: "resume" }}
              confirm={`The service resumes requesting updates for ${containers(count)}. They count toward the plan’s limit of active containers.`}
            />
          ) : (
            <ActionForm
              key="stop"
              action={action}
              label="Stop tracking"
              pendingText="Saving…"
              variant="danger"
              fields={{ shipmentId: id, act: "stop" }}
              confirm={`The shipment and ${containers(count)} won’t update until tracking is resumed. Existing data stays; deadlines still apply.`}
            />
          )}
        </OnlyWho>
      </div>
    </Card>
  );
}
