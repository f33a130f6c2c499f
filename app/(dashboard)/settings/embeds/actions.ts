"use server";

import { formAction, signedInAnswer } from "@/app/(dashboard)/_forms/form-action";
import type { EmbedResponse } from "@/components/sharing/embeds/embed-data";
import { makeEmbed, revokeEmbed } from "@/lib/features/sharing/embeds/embeds";
import { config } from "@/lib/platform/config/config";

/** Creates an embed and returns its token, which is shown only once. */
export async function makeEmbedAction(requested: unknown): Promise<EmbedResponse> {
  return signedInAnswer(makeEmbed, requested, ({ token, label }) => ({
    created: { dashboard: config().publicUrl, token, label },
  }));
}

/** Revokes an embed immediately. Field: `id`. */
export const revokeEmbedAction = formAction(revokeEmbed, {
  read: (form) => ({ id: form.get("id") }),
  done: (ended) => (ended ? "Revoked. It no longer shows anything." : "It was already revoked or expired."),
  invalid: "at fields",
});
