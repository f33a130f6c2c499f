import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { forgetRole, type Roleable } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { rolesPath } from "./make-role";
import { type Shown, showDone } from "./show-done";

async function removeRole(on: Roleable, roleId: string): Promise<Shown> {
  await requireSession("dispatch");
  await clientForPerson().remove(rolesPath(on, roleId));
  return showDone(() => forgetRole(db(), roleId), null);
}

/** Takes a role off a container. One that is gone already counts as removed, here too when it still stood here. */
export const removeParty = (containerId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "container", id: containerId }, roleId);

/** Takes a role off a shipment, as `removeParty` does. */
export const removeShipmentParty = (shipmentId: string, roleId: string): Promise<Shown> =>
  removeRole({ type: "shipment", id: shipmentId }, roleId);
