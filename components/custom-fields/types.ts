import type { FormAction } from "@/components/ui/forms/form-state";
import type { FieldRecordType } from "@/lib/contract/custom-field";

/** The record that the fields belong to. */
export type FieldsOf = { type: FieldRecordType; id: string };

export type FieldActions = { set: FormAction; clear: FormAction };
