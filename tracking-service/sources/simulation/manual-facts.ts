import { z } from "zod";
import { EQUIPMENT_TYPES, FEE_TYPES, HOLD_NAMES, HOLD_STATUSES } from "@/lib/contract/enums";
import { iso } from "@/tracking-service/clock/instant";
import type { ContainerFacts } from "@/tracking-service/facts/attributes";

const instant = z.iso.datetime({ offset: true }).nullable();

const hold = z.strictObject({
  name: z.enum(HOLD_NAMES),
  status: z.enum(HOLD_STATUSES),
  description: z.string().max(255).nullable().default(null),
});

const fee = z.strictObject({
  type: z.enum(FEE_TYPES),
  amount: z.number().min(0),
  currency_code: z.string().length(3).default("USD"),
});

/** A manual terminal report: any of these attributes, in the format of the interface. */
const reportSchema = z.strictObject({
  holds_at_pod_terminal: z.array(hold).optional(),
  fees_at_pod_terminal: z.array(fee).optional(),
  ind_facility_holds: z.array(hold).nullable().optional(),
  ind_facility_fees: z.array(fee).nullable().optional(),
  availability_known: z.boolean().optional(),
  available_for_pickup: z.boolean().nullable().optional(),
  pickup_appointment_at: instant.optional(),
  location_at_pod_terminal: z.string().max(255).nullable().optional(),
  pod_full_out_chassis_number: z.string().max(255).nullable().optional(),
  terminal_checked_at: instant.optional(),
  import_deadlines: z
    .strictObject({ pickup_lfd_terminal: instant, pickup_lfd_rail: instant, pickup_lfd_line: instant })
    .optional(),
  pod_arrived_at: instant.optional(),
  pod_discharged_at: instant.optional(),
  pod_full_out_at: instant.optional(),
  empty_terminated_at: instant.optional(),
  seal_number: z.string().max(255).nullable().optional(),
  weight_in_lbs: z.number().min(0).nullable().optional(),
  equipment_type: z.enum(EQUIPMENT_TYPES).nullable().optional(),
  pod_timezone: z.string().max(64).nullable().optional(),
  final_destination_timezone: z.string().max(64).nullable().optional(),
});

/** Parses a JSON report into facts. The terminal counts as checked at `now` unless the report says otherwise. */
export function reportedFacts(json: string, now: Date): Partial<ContainerFacts> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new Error("The report is not JSON.", { cause });
  }
  const result = reportSchema.safeParse(value);
  if (!result.success) throw new Error(`The report cannot be used. ${z.prettifyError(result.error)}`);
  const { import_deadlines: deadlines, ...facts } = result.data;
  const reported = { terminal_checked_at: iso(now.getTime()), ...facts };
  return deadlines ? { ...reported, import_deadlines: deadlines } : reported;
}
