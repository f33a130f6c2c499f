"use server";

import { formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { archiveParty, restoreParty } from "@/lib/features/parties/commands/archive-party";
import { createParty } from "@/lib/features/parties/commands/create-party";
import { findPartyName, renameParty } from "@/lib/features/parties/commands/rename-party";
import { findContactVersion, savePartyContact } from "@/lib/features/parties/commands/save-contact";

const nameIn = (form: FormData, field: string) => textOf(form, field).trim();

/** Creates a party. Field: `companyName`. The service rejects a blank or existing name with its own message. */
export const createPartyAction = formAction(createParty, {
  read: (form) => ({ companyName: nameIn(form, "companyName") }),
  done: ({ visibility }, form) => formDone(`${nameIn(form, "companyName")} created.`, visibility),
  fields: { company_name: "companyName", customer: "companyName" },
});

/** Renames a party. Fields: `partyId`, `before` (the name as last seen by the user), `name`. */
export const renamePartyAction = formAction(renameParty, {
  read: (form) => ({ id: form.get("partyId"), before: textOf(form, "before"), after: nameIn(form, "name") }),
  done: (shown, form) => formDone(`Renamed to ${nameIn(form, "name")}.`, shown),
  fields: { company_name: "name", customer: "name", name: "name" },
  current: async (form, { db }) => ({ before: (await findPartyName(db, textOf(form, "partyId"))) ?? "" }),
});

/** Archives a party. Field: `partyId`. */
export const archivePartyAction = formAction(archiveParty, {
  read: (form) => ({ partyId: form.get("partyId") }),
  done: (changed) => (changed ? "Archived. It is no longer offered in forms." : "It was already archived."),
});

/** Restores an archived party. Field: `partyId`. */
export const restorePartyAction = formAction(restoreParty, {
  read: (form) => ({ partyId: form.get("partyId") }),
  done: (changed) => (changed ? "Restored." : "It was not archived."),
});

/** Saves the contact of a party. Fields: `partyId`, `version`, `dispatchOffice`, `phone`, `email`, `note`. */
export const saveContactAction = formAction(savePartyContact, {
  read: (form) => ({
    partyId: form.get("partyId"),
    version: form.get("version"),
    dispatchOffice: textOf(form, "dispatchOffice"),
    phone: textOf(form, "phone"),
    email: textOf(form, "email"),
    note: textOf(form, "note"),
  }),
  done: () => "Contact saved.",
  invalid: "at fields",
  current: async (form, { db }) => ({
    version: String(await findContactVersion(db, textOf(form, "partyId"))),
  }),
});
