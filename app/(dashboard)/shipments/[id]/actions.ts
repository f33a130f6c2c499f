"use server";

import { z } from "zod";
import { assignPartyForm, idSchema, PARTY_FIELDS } from "@/app/(dashboard)/_forms/assign-party-form";
import { FieldProblems, formAction } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { listForm } from "@/app/(dashboard)/_forms/list-form";
import { SHIPMENT_ROLES } from "@/lib/contract/enums";
import { removeParty } from "@/lib/features/parties/commands/party-roles";
import { switchTracking } from "@/lib/features/shipments/commands/switch-tracking";

const roleSchema = z.enum(SHIPMENT_ROLES);
const shipmentOf = (form: FormData) => ({
  type: "shipment" as const,
  id: idSchema.parse(form.get("shipmentId")),
});

/** Assigns a role on the shipment to a party. Fields: `shipmentId`, `role`, and those of `assignPartyForm`. */
export const assignRoleAction = assignPartyForm(
  (form) => {
    const on = shipmentOf(form);
    const role = roleSchema.safeParse(form.get("role"));
    return role.success ? { on, role: role.data } : new FieldProblems({ role: "Select a role." });
  },
  "Party assigned.",
  { ...PARTY_FIELDS, role: "role" },
);

/** Removes a role from the shipment. Fields: `shipmentId`, `roleId`. */
export const removeRoleAction = formAction(removeParty, {
  read: (form) => ({ on: shipmentOf(form), roles: [{ roleId: form.get("roleId") }] }),
  done: ({ visibility }) => formDone("Party removed.", visibility),
  fields: PARTY_FIELDS,
});

const actSchema = z.enum(["stop", "resume"]);

/** Stops or resumes the shipment's tracking. Fields: `shipmentId`, `act` (stop, resume). */
export const switchTrackingAction = formAction(switchTracking, {
  read: (form) => ({
    shipmentId: form.get("shipmentId"),
    stops: actSchema.parse(form.get("act")) === "stop",
  }),
  done: (shown, form) =>
    formDone(form.get("act") === "stop" ? "Tracking stopped." : "Tracking resumed.", shown),
});

/**
 * Replaces the shipment's references or tags. Fields: `shipmentId`, `list`, `before` (JSON), `after` (one per line).
 */
export const editShipmentListAction = listForm(shipmentOf);
