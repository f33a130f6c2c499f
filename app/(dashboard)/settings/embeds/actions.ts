"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import type { EmbedResponse } from "@/components/sharing/embeds/embed-data";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { embedInputSchema, makeEmbed, revokeEmbed } from "@/lib/features/sharing/embeds/embeds";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** Creates an embed and returns its token, which is shown only once. */
export async function makeEmbedAction(requested: unknown): Promise<EmbedResponse> {
  try {
    const session = await requireSession("share");
    const input = embedInputSchema.parse(requested);
    const { token } = await makeEmbed(db(), session, input);
    return { created: { dashboard: config().publicUrl, token, label: input.label } };
  } catch (error) {
    const { problem, fields } = await dashboardFailure(error, new FormData(), async () => ({}));
    return { problem, fields };
  }
}

/** Revokes an embed immediately. Field: `id`. */
export async function revokeEmbedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    const ended = await revokeEmbed(db(), session, z.uuid().parse(form.get("id")), new Date());
    const done = ended ? "Revoked. It no longer shows anything." : "It was already revoked or expired.";
    return { done, problem: null, fields: {}, values: {} };
  } catch (error) {
    return dashboardFailure(error, form, async () => ({}));
  }
}
