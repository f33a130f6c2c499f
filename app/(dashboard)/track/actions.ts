"use server";

import { z } from "zod";
import { FieldProblems, formAction, schemaProblems, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { withoutDecimals } from "@/lib/contract/container-number";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { cellProblem, requestedNumber } from "@/lib/domain/numbers/requested-number";
import { track, trackAgain } from "@/lib/features/tracking-requests/commands/track";
import {
  type KnownNumber,
  knownNumberHref,
  knownNumberText,
} from "@/lib/features/tracking-requests/rules/tracked-number";
import { AppError } from "@/lib/platform/errors";

const SERVICE_FIELDS = {
  request_number: "number",
  request_type: "type",
  scac: "scac",
  ref_numbers: "references",
  shipment_tags: "tags",
  customer: "customer",
};

const texts = (what: string) =>
  z
    .string()
    .max(2_000, `The ${what} are too long.`)
    .transform((text) =>
      text
        .split(/[,\n]/)
        .map((each) => withoutDecimals(each.trim()))
        .filter(Boolean),
    )
    .superRefine((each, { addIssue }) => {
      const problem = each.map(cellProblem).find((found) => found !== null);
      if (problem) addIssue(problem);
    });

const formSchema = z.object({
  number: z.string(),
  type: z.enum(REQUEST_TYPES, "Select a number type."),
  scac: z.union([z.literal(""), z.string().trim().toUpperCase().length(4, "Enter a four-character SCAC.")]),
  references: texts("references"),
  tags: texts("tags"),
  customer: z.string(),
});

const NAMES = ["number", "type", "scac", "references", "tags", "customer"] as const;

/** The typed number as it is requested. */
function requestIn(form: FormData) {
  const read = formSchema.safeParse(Object.fromEntries(NAMES.map((name) => [name, textOf(form, name)])));
  if (!read.success) return new FieldProblems(schemaProblems(read.error));
  const { number: typed, type, scac, customer, ...lists } = read.data;
  const requested = requestedNumber(typed, type);
  if ("problem" in requested) return new FieldProblems({ number: requested.problem });
  return { number: requested.sent, type, scac: scac || null, ...lists, customerPartyId: customer || null };
}

/** The form of a number that is already tracked. `existing` is the address of the page to open, if there is one. */
function knownNumberState(form: FormData, known: KnownNumber): FormState {
  const state = fieldProblems(form, { number: knownNumberText(known) });
  return { ...state, values: { ...state.values, existing: knownNumberHref(known) ?? "" } };
}

/**
 * Sends a tracking request for one number. Fields: `number`, `type`, `scac` ("" lets the service find the carrier),
 * `references` and `tags` (separated by commas or lines), `customer` (a party id or "").
 */
export const trackAction = formAction(track, {
  read: requestIn,
  done: (sent, form) =>
    "known" in sent
      ? knownNumberState(form, sent.known)
      : formDone(`Tracking ${sent.number}: waiting for the line.`, sent.visibility),
  fields: SERVICE_FIELDS,
});

/** Repeats a tracking request. Field: `id` of the request. */
export const requestAgainAction = formAction(trackAgain, {
  read: (form) => {
    const id = z.string().min(1).max(200).safeParse(form.get("id"));
    if (!id.success || id.data.includes("\0")) throw new AppError("not_found", "This request was not found.");
    return { requestId: id.data };
  },
  done: ({ number, visibility }) => formDone(`Tracking ${number} again: waiting for the line.`, visibility),
});
