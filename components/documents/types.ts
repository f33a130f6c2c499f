import type { FormAction } from "@/components/ui/forms/form-state";
import type { PaperLink } from "@/lib/features/documents/rules/document";

/** The record whose documents are shown. */
export type PapersOf = { type: PaperLink["type"]; id: string };

export type PaperActions = Record<"edit" | "link" | "remove", FormAction>;
