import type { FormAction } from "@/components/ui/forms/form-state";
import type { FieldDefinition, FieldOption } from "@/lib/features/custom-fields/rules/custom-field";

/** A definition, with the number of records that have a value of it and of each of its options. */
export type DefinedField = Omit<FieldDefinition, "options"> & {
  records: number;
  options: readonly (FieldOption & { records: number })[];
};

export type DefinitionActions = Record<
  "ask" | "create" | "edit" | "remove" | "addOptions" | "renameOption" | "moveOption" | "removeOption",
  FormAction
>;
