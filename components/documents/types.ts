import type { FormAction } from "@/components/ui/forms/form-state";
import type { DocumentLink } from "@/lib/features/documents/rules/document";

/** The record whose documents are shown. */
export type DocumentsOf = { type: DocumentLink["type"]; id: string };

export type DocumentActions = Record<"edit" | "link" | "remove", FormAction>;
