import { AsOf, type Reported } from "@/components/realtime/as-of";
import { Card } from "@/components/ui/card";
import { OnlyWho } from "@/components/ui/permissions";
import type { DocumentKind } from "@/lib/contract/document";
import type { DocumentRecord } from "@/lib/features/documents/rules/document";
import { DocumentRecordRow } from "./document-row";
import type { DocumentActions, DocumentsOf } from "./types";
import { UploadForm } from "./upload-form";

/** The documents of a container or shipment, with download, edit, delete and upload. */
export function DocumentsCard({
  record,
  papers,
  kinds,
  reported: { asOf, problem },
  actions,
}: {
  record: DocumentsOf;
  papers: readonly DocumentRecord[];
  /** The document kinds of the service. */
  kinds: readonly DocumentKind[];
  reported: Reported;
  actions: DocumentActions;
}) {
  return (
    <Card title="Documents" aside={<AsOf asOf={asOf} />}>
      {papers.length === 0 && asOf && <p className="text-ink-3">No documents for this {record.type}.</p>}
      <ul className="flex flex-col gap-1">
        {papers.map((paper) => (
          <DocumentRecordRow key={paper.id} document={paper} kinds={kinds} actions={actions} />
        ))}
      </ul>
      {problem && <p className="text-small text-ink-2">{problem}</p>}
      <OnlyWho may="dispatch">
        <UploadForm record={record} kinds={kinds} link={actions.link} />
      </OnlyWho>
    </Card>
  );
}
