import { z } from "zod";
import { SHOWN_VIEWS } from "@/lib/features/sharing/rules/shared-container";
import { plainText } from "@/lib/platform/database/storable-id";

const recordId = plainText(200).min(1);

/** What a link shows. A board is kept as its address: its filter, its order. */
export const sharedAboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("container"), id: recordId }),
  z.object({ kind: z.literal("shipment"), id: recordId }),
  z.object({ kind: z.literal("board"), address: plainText(8_000) }),
]);
export type SharedAbout = z.infer<typeof sharedAboutSchema>;

/** What is kept with a share link. `charges`: whether they are among what is shown to a customer. */
export const shareSettingsSchema = z.object({
  about: sharedAboutSchema,
  view: z.enum(SHOWN_VIEWS),
  charges: z.boolean(),
});
export type ShareSettings = z.infer<typeof shareSettingsSchema>;
