"use server";

import { z } from "zod";
import { assignFrom, idSchema, PARTY_FIELDS } from "@/app/(dashboard)/_forms/assign-party-form";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import { LIST_FIELDS, readListForm } from "@/app/(dashboard)/_forms/list-form";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { SHIPMENT_ROLES } from "@/lib/contract/enums";
import { assignShipmentParty, removeRole } from "@/lib/features/parties/commands/change-roles";
import {
  editShipmentList,
  findShipmentList,
  SHIPMENT_LIST_NAMES,
} from "@/lib/features/shipments/commands/edit-references";
import { switchTracking } from "@/lib/features/shipments/commands/switch-tracking";
import { AppError } from "@/lib/platform/errors";

const ROLE_FIELDS = { ...PARTY_FIELDS, role: "role" };
const roleSchema = z.enum(SHIPMENT_ROLES);

/**
 * Assigns a role on the shipment to a party. Fields: `shipmentId`, `role`, `party` (an id) or `companyName` for a party
 * that is not in the list yet.
 */
export async function assignRoleAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const shipmentId = idSchema.parse(form.get("shipmentId"));
    const role = roleSchema.safeParse(form.get("role"));
    if (!role.success) return fieldProblems(form, { role: "Select a role." });
    return await assignFrom(
      form,
      "Party assigned.",
      (partyId) => assignShipmentParty(shipmentId, role.data, partyId),
      ROLE_FIELDS,
    );
  } catch (error) {
    return formFailure(error, form, ROLE_FIELDS);
  }
}

/** Removes a role from the shipment. Fields: `shipmentId`, `roleId`. */
export async function removeRoleAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const shipmentId = idSchema.parse(form.get("shipmentId"));
    const shown = await removeRole({ type: "shipment", id: shipmentId }, idSchema.parse(form.get("roleId")));
    return formDone("Party removed.", shown);
  } catch (error) {
    return formFailure(error, form, PARTY_FIELDS);
  }
}

const trackingSchema = z.object({ shipmentId: idSchema, act: z.enum(["stop", "resume"]) });

/** Stops or resumes the shipment's tracking. Fields: `shipmentId`, `act` (stop, resume). */
export async function switchTrackingAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const requested = { shipmentId: form.get("shipmentId"), act: form.get("act") };
    const { shipmentId, act } = trackingSchema.parse(requested);
    const shown = await switchTracking(shipmentId, act === "stop");
    return formDone(act === "stop" ? "Tracking stopped." : "Tracking resumed.", shown);
  } catch (error) {
    return formFailure(error, form, {});
  }
}

const listSchema = z.object({ shipmentId: idSchema, list: z.enum(SHIPMENT_LIST_NAMES) });
const listIn = (form: FormData) =>
  listSchema.parse({ shipmentId: form.get("shipmentId"), list: form.get("list") });

/**
 * Replaces the shipment's references or tags. Fields: `shipmentId`, `list`, `before` (JSON), `after` (one per line).
 */
export async function editShipmentListAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const requested = listIn(form);
    const typed = readListForm(form);
    if ("problem" in typed) return fieldProblems(form, { after: typed.problem });
    return formDone("Saved to the tracking service.", await editShipmentList({ ...requested, ...typed }));
  } catch (error) {
    if (error instanceof AppError && error.code !== "changed_meanwhile")
      return formFailure(error, form, LIST_FIELDS);
    return dashboardFailure(error, form, async () => {
      const { shipmentId, list } = listIn(form);
      return { before: JSON.stringify(await findShipmentList(shipmentId, list)) };
    });
  }
}
