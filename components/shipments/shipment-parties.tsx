import Link from "next/link";
import { AssignForm } from "@/components/parties/assign-form";
import { RemoveShipmentParty } from "@/components/parties/remove-form";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { ROLE_CHOICES, roleLabel } from "@/lib/domain/parties/party-roles";
import { partyShipmentsHref } from "@/lib/features/shipments/rules/shipment-address";
import type { ShipmentRolesData } from "./page-data";

/**
 * The dray carriers of single containers, each with a container count. They are assigned on the containers' own pages.
 */
function containerCarriers(rows: readonly BoardRow[]): { id: string; name: string; containers: number }[] {
  const found = new Map<string, { id: string; name: string; containers: number }>();
  for (const { drayCarriers } of rows)
    for (const { partyId, name } of drayCarriers) {
      const known = found.get(partyId) ?? { id: partyId, name, containers: 0 };
      found.set(partyId, { ...known, containers: known.containers + 1 });
    }
  return [...found.values()].sort((a, b) => b.containers - a.containers || (a.name < b.name ? -1 : 1));
}

/** The parties and their roles on the shipment, with forms to assign and remove them. */
export function ShipmentParties({
  id,
  rows,
  roles: { roles, asOf },
  parties,
  assignAction,
  removeAction,
}: {
  id: string;
  rows: readonly BoardRow[];
  roles: ShipmentRolesData;
  parties: readonly PartyChoice[];
  assignAction: FormAction;
  removeAction: FormAction;
}) {
  const carriers = containerCarriers(rows);
  return (
    <Card title="Parties">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-1">
        {roles.map((party) => (
          <div key={party.roleId} data-role={party.role} className="contents">
            <dt className="text-ink-2">{roleLabel(party.role)}</dt>
            <dd className="flex flex-col items-end text-right wrap-anywhere">
              <RemoveShipmentParty
                shipmentId={id}
                party={party}
                removeAction={removeAction}
                assignAction={assignAction}
              />
            </dd>
          </div>
        ))}
        {carriers.map((carrier) => (
          <div key={carrier.id} className="contents">
            <dt className="text-ink-2">
              Pulls {carrier.containers} of {rows.length}
            </dt>
            <dd className="text-right wrap-anywhere">
              <Link href={partyShipmentsHref(carrier.id)} className="hover:underline">
                {carrier.name}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      {roles.length === 0 && <p className="text-ink-3">No parties assigned to this shipment.</p>}
      <p className="mt-1 text-small text-ink-3">
        {asOf ? (
          <>
            Shipment roles checked <Ago since={asOf} />. Assign dray carriers on each container’s page.
          </>
        ) : (
          "Shipment roles not checked yet."
        )}
      </p>
      <AssignForm record={{ shipmentId: id }} roles={ROLE_CHOICES} parties={parties} action={assignAction} />
    </Card>
  );
}
