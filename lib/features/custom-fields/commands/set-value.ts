import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { oneAtATime } from "@/lib/auth/commands/one-at-a-time";
import { customFieldEntry } from "@/lib/contract/custom-field";
import { customValueSchema, putFieldSchema } from "@/lib/contract/custom-field-requests";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { Visibility } from "@/lib/domain/visibility";
import { listHeldFields } from "@/lib/features/custom-fields/queries/record-fields";
import { sameValue } from "@/lib/features/custom-fields/rules/custom-field";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { fieldsPath, freshFields } from "@/lib/sync/records/read-supplementary-now";
import { createOnce } from "@/lib/tracking-client/idempotent-create";

/** A field of a record, and the value that the user saw. Null means no value. */
export const fieldSeenSchema = z.object({
  record: z.object({
    type: z.enum(["container", "shipment", "tracking_request"]),
    id: z.string().min(1).max(200),
  }),
  slug: z.string().min(1).max(200),
  before: z.unknown(),
});
export type FieldSeen = z.infer<typeof fieldSeenSchema>;

const fieldKey = ({ record, slug }: FieldSeen): string => `field ${record.type} ${record.id} ${slug}`;
const slugOf = ({ attributes }: JsonApiRecord) => attributes?.api_slug;
const keptIn = (field: JsonApiRecord | null) => field?.attributes?.value ?? null;

/** Returns the value of a field in the mirror. Null when it has none. */
export async function findHeldValue(
  executor: Executor,
  { record, slug }: Omit<FieldSeen, "before">,
): Promise<unknown> {
  const held = await listHeldFields(executor, record);
  return held.find((field) => field.slug === slug)?.held ?? null;
}

/** Fetches the present field. Throws `changed_meanwhile` with a message when it differs from what the user saw. */
async function requireUnchanged(
  ctx: CommandContext,
  { record, slug, before }: FieldSeen,
  goOn: string,
): Promise<JsonApiRecord | null> {
  const fields = await freshFields(ctx, record);
  const field = fields.find((one) => slugOf(one) === slug) ?? null;
  if (sameValue(keptIn(field), before)) return field;
  if (field === null) {
    const [gone] = (await listHeldFields(ctx.db, record)).filter((one) => one.slug === slug);
    if (gone) await forgetRecord(ctx.db, "custom_field", gone.id);
    throw new AppError("changed_meanwhile", `Another user cleared this field. ${goOn}`);
  }
  const text = customFieldEntry(field.attributes, null)?.value ?? "";
  throw new AppError("changed_meanwhile", `Another user set it to “${text}”. ${goOn}`);
}

/**
 * Sets the value of a record's custom field, at the service first. Throws `changed_meanwhile` with a message when the
 * value differs from what the user saw. Also throws the service's own refusal (422 on `value`).
 */
export const setCustomField = command(
  { right: "dispatch", input: fieldSeenSchema.extend({ value: customValueSchema }) },
  async (ctx, { value, ...seen }): Promise<Visibility> =>
    oneAtATime(ctx, fieldKey(seen), async () => {
      const { record, slug } = seen;
      await requireUnchanged(ctx, seen, "Your edits are kept. Save again to overwrite.");
      const body = putFieldSchema.parse({
        data: { type: "custom_field", attributes: { api_slug: slug, value } },
      });
      // A field that already has a value gets the new one.
      const { document, sentAt } = await createOnce(ctx.tracking, fieldsPath(record), body, async () => {
        const fields = await freshFields(ctx, record);
        return fields.find((field) => slugOf(field) === slug && sameValue(keptIn(field), value)) ?? null;
      });
      await recordDone(ctx, { action: "custom_field.set", record, data: { slug, value } });
      return showDone(ctx.db, () => applyResponse(ctx.db, document, sentAt), null);
    }),
);

/**
 * Deletes the value of a custom field of a record. A value that no longer exists counts as cleared. Throws like
 * `setCustomField`.
 */
export const clearCustomField = command(
  { right: "dispatch", input: fieldSeenSchema },
  async (ctx, seen): Promise<Visibility> => {
    const { record, slug } = seen;
    const field = await requireUnchanged(ctx, seen, "Check the value, then clear it again if needed.");
    if (field === null) return "now";
    await ctx.tracking.remove(fieldsPath(record, slug));
    await recordDone(ctx, { action: "custom_field.cleared", record, data: { slug } });
    return showDone(ctx.db, () => forgetRecord(ctx.db, "custom_field", field.id), null);
  },
);
