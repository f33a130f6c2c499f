import { CustomFieldsCard } from "@/components/custom-fields/custom-fields-card";
import { DocumentsCard } from "@/components/documents/documents-card";
import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import { loadRecordRelated, type RecordRelated } from "@/lib/features/containers/queries/supplementary-data";
import { listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { recordFields } from "@/lib/features/custom-fields/rules/custom-field";
import { listDocumentKinds } from "@/lib/features/documents/queries/documents";
import { db } from "@/lib/platform/database/client";
import { editDocumentAction, linkDocumentAction, removeDocumentAction } from "./document-actions";
import { clearFieldAction, setFieldAction } from "./field-actions";
import { relatedProblem } from "./refusal-text";

type Props = {
  record: { type: "container" | "shipment"; id: string };
  /** The IANA zone of the record's location, in which times are typed. Null when unknown. */
  zone: string | null;
  /** The record's related data, if the caller has already read it. */
  related?: RecordRelated;
  now: number;
};

/** A record's custom fields and documents from the mirror, with the forms to edit them. */
export async function RecordCards({ record, zone, related, now }: Props) {
  const [definitions, { customFields, documents }, kinds] = await Promise.all([
    listDefinitions(db(), FIELD_RECORDS[record.type].entityType),
    related ?? loadRecordRelated(db(), record),
    listDocumentKinds(db()),
  ]);
  const reported = (state: RecordRelated["customFields"] | RecordRelated["documents"], name: string) => ({
    asOf: state.asOf,
    problem: relatedProblem(state, name, `This account’s plan has no ${name}.`),
  });
  return (
    <>
      <CustomFieldsCard
        record={record}
        fields={recordFields(definitions, customFields.entries)}
        reported={reported(customFields, "custom fields")}
        zone={zone}
        now={now}
        actions={{ set: setFieldAction, clear: clearFieldAction }}
      />
      <DocumentsCard
        record={record}
        papers={documents.entries}
        kinds={kinds}
        reported={reported(documents, "documents")}
        actions={{ edit: editDocumentAction, link: linkDocumentAction, remove: removeDocumentAction }}
      />
    </>
  );
}
