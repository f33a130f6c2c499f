import { z } from "zod";
import { SHARED_VIEWS } from "@/lib/features/sharing/rules/shared-container";
import { plainText } from "@/lib/platform/database/storable-id";

const recordId = plainText(200).min(1);

/** The content of a link. A board is stored as its address: its filter and its sort order. */
export const sharedAboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("container"), id: recordId }),
  z.object({ kind: z.literal("shipment"), id: recordId }),
  z.object({ kind: z.literal("board"), address: plainText(8_000) }),
]);
export type SharedAbout = z.infer<typeof sharedAboutSchema>;

/** The stored settings of a share link. `charges`: whether the customer view includes charges. */
export const shareSettingsSchema = z.object({
  about: sharedAboutSchema,
  view: z.enum(SHARED_VIEWS),
  charges: z.boolean(),
});
export type ShareSettings = z.infer<typeof shareSettingsSchema>;
