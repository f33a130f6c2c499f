import { Ago } from "@/components/time/age";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { PartyContact } from "@/lib/features/parties/rules";
import type { ListedOrder } from "@/lib/features/work-orders/rules";
import { AssignForm } from "./assign-form";
import { ContactLines } from "./party-contact";
import { RemoveCarrier } from "./remove-form";

/** The container's dray carrier, the time of the last read from the service, and the form to assign a carrier. */
export function Parties({
  row,
  rolesAsOf,
  parties,
  contacts,
  orders,
  assignAction,
  removeAction,
}: {
  row: BoardRow;
  /** The time of the last full read of the roles. Null if never read. */
  rolesAsOf: string | null;
  parties: readonly PartyChoice[];
  /** The contacts of the dray carriers by party id. */
  contacts: Readonly<Record<string, PartyContact>>;
  /** The work orders of the container. */
  orders: readonly ListedOrder[];
  assignAction: FormAction;
  removeAction: FormAction;
}) {
  return (
    <div className="mt-3 border-t border-line pt-2.5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-1">
        <dt className="text-ink-2">Pickup dray carrier</dt>
        <dd className="flex flex-col items-end text-right">
          {row.drayCarriers.length === 0 && <span className="text-ink-3">none yet</span>}
          {row.drayCarriers.map((carrier) => (
            <div key={carrier.roleId} className="flex flex-col items-end">
              <RemoveCarrier
                containerId={row.id}
                carrier={carrier}
                assigned={row.drayCarriers}
                orders={orders}
                action={removeAction}
              />
              <ContactLines contact={contacts[carrier.partyId]} />
            </div>
          ))}
          <span className="text-small text-ink-3">
            {rolesAsOf ? (
              <>
                checked <Ago since={rolesAsOf} />
              </>
            ) : (
              "not checked yet"
            )}
          </span>
        </dd>
      </dl>
      <AssignForm
        record={{ containerId: row.id }}
        assigned={row.drayCarriers}
        orders={orders}
        parties={parties}
        action={assignAction}
      />
    </div>
  );
}
