import { CustomFieldsCard } from "@/components/custom-fields/custom-fields-card";
import { DocumentsCard } from "@/components/documents/documents-card";
import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import { loadRecordBeside, type RecordBeside } from "@/lib/features/containers/queries/supplementary-data";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { recordFields } from "@/lib/features/custom-fields/rules/custom-field";
import { listDocumentKinds } from "@/lib/features/documents/queries/documents";
import { db } from "@/lib/platform/database/client";
import { editDocumentAction, linkDocumentAction, removeDocumentAction } from "./document-actions";
import { clearFieldAction, setFieldAction } from "./field-actions";
import { besideProblem } from "./refusal-text";

type Props = {
  record: { type: "container" | "shipment"; id: string };
  /** The zone of its place, in which times are typed; null when unknown. */
  zone: string | null;
  /** What stands beside it, where that was read already. */
  beside?: RecordBeside;
  now: number;
};

/** A record's custom fields and documents as the mirror has them, with the ways to change them. */
export async function RecordCards({ record, zone, beside, now }: Props) {
  const [definitions, { customFields, documents }, kinds] = await Promise.all([
    listDefinitions(db(), FIELD_RECORDS[record.type].entityType),
    beside ?? loadRecordBeside(db(), record),
    listDocumentKinds(db()),
  ]);
  const told = (state: RecordBeside["customFields"] | RecordBeside["documents"], name: string) => ({
    asOf: state.asOf,
    problem: besideProblem(state, name, `This account’s plan has no ${name}.`),
  });
  return (
    <>
      <CustomFieldsCard
        record={record}
        fields={recordFields(definitions, customFields.entries)}
        told={told(customFields, "custom fields")}
        zone={zone}
        now={now}
        actions={{ set: setFieldAction, clear: clearFieldAction }}
      />
      <DocumentsCard
        record={record}
        papers={documents.entries}
        kinds={kinds}
        told={told(documents, "documents")}
        actions={{ edit: editDocumentAction, link: linkDocumentAction, remove: removeDocumentAction }}
      />
    </>
  );
}
