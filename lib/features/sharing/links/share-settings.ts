import { z } from "zod";
import type { AccessToken } from "@/lib/auth/tokens/access-tokens";
import type { ReportingLink } from "@/lib/features/driver-reports/rules";
import { SHARED_VIEWS } from "@/lib/features/sharing/rules/shared-container";
import { plainText } from "@/lib/platform/database/storable-id";
import { hasExtension, isPhoneNumber } from "@/lib/platform/text/phone-number";

const recordId = plainText(200).min(1);

/** The content of a link. A board is stored as its address: its filter and its sort order. */
export const sharedAboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("container"), id: recordId }),
  z.object({ kind: z.literal("shipment"), id: recordId }),
  z.object({ kind: z.literal("board"), address: plainText(8_000) }),
]);
export type SharedAbout = z.infer<typeof sharedAboutSchema>;

/**
 * The stored settings of a share link. `charges`: whether the customer view includes charges. `dispatchPhone`: the
 * number that the driver view offers to call and text, "" for none. `reports`: whether the driver of the container can
 * report the steps of its move. `documents`: whether the customer view includes documents.
 */
export const shareSettingsSchema = z.object({
  about: sharedAboutSchema,
  view: z.enum(SHARED_VIEWS),
  charges: z.boolean(),
  dispatchPhone: plainText(40)
    .trim()
    .refine((text) => text === "" || (isPhoneNumber(text) && !hasExtension(text)), {
      error: "Enter a phone number such as +1 310 555 0142.",
    })
    .default(""),
  reports: z.boolean().default(false),
  documents: z.boolean().default(false),
});
export type ShareSettings = z.infer<typeof shareSettingsSchema>;

/** Whether the driver can report through a link with these settings: only for one container, in the driver view. */
export const hasReports = ({
  about,
  view,
  reports,
}: Pick<ShareSettings, "about" | "view" | "reports">): boolean =>
  reports && view === "driver" && about.kind === "container";

/** The link as its driver reports through it. Null without that right. */
export function reportingLink(
  { id, label, createdAt }: Pick<AccessToken, "id" | "label" | "createdAt">,
  settings: ShareSettings,
): ReportingLink | null {
  const { about } = settings;
  return hasReports(settings) && about.kind === "container"
    ? { id, label, createdAt, containerId: about.id }
    : null;
}
