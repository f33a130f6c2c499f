import type { Retention, RetentionPreview } from "@/lib/features/retention/rules";

type Refusal = { problem: string | null; fields: Readonly<Record<string, string>> };
export type PreviewResponse = { preview: RetentionPreview } | Refusal;
export type SaveResponse = { saved: boolean } | Refusal;

/** The server actions of the page. */
export type RetentionActions = {
  preview: (requested: Retention) => Promise<PreviewResponse>;
  save: (requested: Retention) => Promise<SaveResponse>;
};
