import { PICKUP_DRAY_CARRIER, SHIPMENT_ROLES, type ShipmentRole } from "@/lib/contract/enums";
import { humanise } from "@/lib/domain/container/container-status";

/** A party's role on a shipment or a container. */
export type PartyRole = { roleId: string; partyId: string; name: string; role: string };

const LABELS: Record<ShipmentRole, string> = {
  pickup_dray_carrier: "Pickup dray carrier",
  customer: "Customer",
  shipper: "Shipper",
  consignee: "Consignee",
  notify_party: "Notify party",
  freight_forwarder: "Freight forwarder",
  customs_broker: "Customs broker",
};

const isRole = (role: string): role is ShipmentRole => Object.hasOwn(LABELS, role);

/** The label of a role. An undocumented role is shown as its own text, made readable. */
export const roleLabel = (role: string): string => (isRole(role) ? LABELS[role] : humanise(role));

/** The roles of a shipment as a form offers them: first the one that every service accepts. */
export const ROLE_CHOICES: readonly { value: ShipmentRole; label: string }[] = SHIPMENT_ROLES.map(
  (value) => ({
    value,
    label: LABELS[value],
  }),
);

/** The sort position of a role: the documented roles in their order, then the rest. */
export function roleRank(role: string): number {
  return isRole(role) ? SHIPMENT_ROLES.indexOf(role) : SHIPMENT_ROLES.length;
}

/** Whether a party in this role pulls the containers. */
export const pullsContainers = (role: string): boolean => role === PICKUP_DRAY_CARRIER;
