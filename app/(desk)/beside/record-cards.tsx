import { CustomFieldsCard } from "@/components/custom-fields/custom-fields-card";
import { DocumentsCard } from "@/components/documents/documents-card";
import { db } from "@/lib/db/client";
import { FIELD_RECORDS, recordFields } from "@/lib/dispatch/custom-fields";
import { loadRecordBeside, type RecordBeside } from "@/lib/mirror/beside";
import { listDefinitions } from "@/lib/mirror/custom-fields";
import { listDocumentKinds } from "@/lib/mirror/document-kinds";
import { besideProblem } from "./beside-problem";
import { editDocumentAction, linkDocumentAction, removeDocumentAction } from "./document-actions";
import { clearFieldAction, setFieldAction } from "./field-actions";

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
