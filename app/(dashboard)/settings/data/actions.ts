"use server";

import { signedInAnswer } from "@/app/(dashboard)/_forms/form-action";
import type { PreviewResponse, SaveResponse } from "@/components/retention/retention-data";
import { saveRetention } from "@/lib/features/retention/commands";
import { PREVIEW } from "@/lib/features/retention/queries";

/** Returns what would be deleted with these periods. */
export async function previewRetentionAction(requested: unknown): Promise<PreviewResponse> {
  return signedInAnswer(PREVIEW, requested, (preview) => ({ preview }));
}

/** Saves the periods. */
export async function saveRetentionAction(requested: unknown): Promise<SaveResponse> {
  return signedInAnswer(saveRetention, requested, () => ({ saved: true }));
}
