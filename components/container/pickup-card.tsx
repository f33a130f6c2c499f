import { Ago } from "@/components/live/age";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form-state";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { AppointmentFlag } from "./appointment-flag";
import { AssignForm } from "./assign-form";
import type { PartyChoice } from "./container-data";
import { PlaceTime } from "./place-time";
import { RemoveForm } from "./remove-form";

/** The appointment, and who pulls the box. */
export function PickupCard({
  row,
  rolesAsOf,
  parties,
  now,
  assignAction,
  removeAction,
}: {
  row: BoardRow;
  /** When the roles were last read in full; null when never. */
  rolesAsOf: string | null;
  parties: readonly PartyChoice[];
  now: number;
  assignAction: FormAction;
  removeAction: FormAction;
}) {
  return (
    <Card title="Appointment and parties">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-1">
        <dt className="text-ink-2">Terminal appointment</dt>
        <dd className="text-right">
          {row.appointment ? (
            <>
              <PlaceTime moment={row.appointment} now={now} />
              <AppointmentFlag facts={row} />
            </>
          ) : (
            <span className="text-ink-3">none reported</span>
          )}
        </dd>
        <dt className="text-ink-2">Pickup dray carrier</dt>
        <dd className="flex flex-col items-end text-right">
          {row.drayCarriers.length === 0 && <span className="text-ink-3">none yet</span>}
          {row.drayCarriers.map((carrier) => (
            <RemoveForm key={carrier.roleId} containerId={row.id} carrier={carrier} action={removeAction} />
          ))}
          <span className="text-small text-ink-3">
            {rolesAsOf ? (
              <>
                checked <Ago since={rolesAsOf} />
              </>
            ) : (
              "not checked at the service yet"
            )}
          </span>
        </dd>
        {row.gateOut && (
          <>
            <dt className="text-ink-2">Full out</dt>
            <dd className="text-right">
              <PlaceTime moment={row.gateOut} now={now} />
            </dd>
          </>
        )}
      </dl>
      <AssignForm containerId={row.id} parties={parties} action={assignAction} />
    </Card>
  );
}
