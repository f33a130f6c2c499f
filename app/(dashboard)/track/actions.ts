"use server";

import { z } from "zod";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { fieldProblems, formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import { track, trackAgain } from "@/lib/features/tracking-requests/commands/track";

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
        .map((each) => each.trim())
        .filter(Boolean),
    );

const formSchema = z.object({
  number: z.string().trim().min(1, "Enter a number.").max(100, "Enter at most 100 characters."),
  type: z.enum(REQUEST_TYPES, "Select a number type."),
  scac: z.union([z.literal(""), z.string().trim().toUpperCase().length(4, "Enter a four-character SCAC.")]),
  references: texts("references"),
  tags: texts("tags"),
  customer: z.string(),
});

/**
 * Sends a tracking request for one number. Fields: `number`, `type`, `scac` ("" lets the service find the carrier),
 * `references` and `tags` (separated by commas or lines), `customer` (a party id or "").
 */
export async function trackAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const text = (name: string) => String(form.get(name) ?? "");
    const read = formSchema.safeParse({
      number: text("number"),
      type: text("type"),
      scac: text("scac"),
      references: text("references"),
      tags: text("tags"),
      customer: text("customer"),
    });
    if (!read.success) {
      const { fieldErrors } = z.flattenError(read.error);
      const first = Object.entries(fieldErrors).map(([name, problems]) => [
        name,
        problems?.[0] ?? "Invalid value.",
      ]);
      return fieldProblems(form, Object.fromEntries(first));
    }
    const { number, type, scac, references, tags, customer } = read.data;
    const requested = type === "container" ? normalizeNumber(number) : number;
    if (type === "container" && /^[A-Z]{4}\d{7}$/.test(requested) && !isValidContainerNumber(requested))
      return fieldProblems(form, { number: "Check digit is wrong. Check the number." });
    const customerPartyId = customer || null;
    const shown = await track({
      number: requested,
      type,
      scac: scac || null,
      references,
      tags,
      customerPartyId,
    });
    return formDone(`Tracking ${requested}: waiting for the line.`, shown);
  } catch (error) {
    return formFailure(error, form, SERVICE_FIELDS);
  }
}

/** Repeats a tracking request. Field: `id` of the request. */
export async function requestAgainAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    await requireSession("dispatch");
    const id = z.string().min(1).max(200).safeParse(form.get("id"));
    if (!id.success || id.data.includes("\0"))
      return { done: null, problem: "This request was not found.", fields: {}, values: {} };
    const { number, visibility: shown } = await trackAgain(id.data);
    return formDone(`Tracking ${number} again: waiting for the line.`, shown);
  } catch (error) {
    return formFailure(error, form, {});
  }
}
