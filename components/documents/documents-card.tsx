import { AsOf, type Reported } from "@/components/realtime/as-of";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import { OnlyWho } from "@/components/ui/permissions";
import type { DocumentKind } from "@/lib/contract/document";
import { byEmail, type DocumentEmail, type DocumentRecord } from "@/lib/features/documents/rules/document";
import { DocumentRecordRow } from "./document-row";
import type { DocumentActions, DocumentsOf } from "./types";
import { UploadForm } from "./upload-form";

/** The email that brought the documents below it: subject, sender and time. */
function EmailLine({ email: { subject, from, sentAt } }: { email: DocumentEmail }) {
  return (
    <p className="text-small text-ink-2 wrap-anywhere">
      Email “<bdi>{subject?.trim() || "no subject"}</bdi>”
      {from && (
        <>
          {" "}
          from <bdi>{from}</bdi>
        </>
      )}
      {sentAt && (
        <>
          , <Ago since={sentAt} />
        </>
      )}
    </p>
  );
}

/** The documents of a container or shipment, those of an email together, with download, edit, delete and upload. */
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
        {byEmail(papers).map(({ email, documents }) => {
          const rows = documents.map((paper) => (
            <DocumentRecordRow key={paper.id} document={paper} kinds={kinds} actions={actions} />
          ));
          return email ? (
            <li key={`email ${email.id}`} data-email={email.id} className="min-w-0">
              <EmailLine email={email} />
              <ul className="mt-0.5 flex flex-col gap-1 border-l-2 border-line pl-2.5">{rows}</ul>
            </li>
          ) : (
            rows
          );
        })}
      </ul>
      {problem && <p className="text-small text-ink-2">{problem}</p>}
      <OnlyWho may="dispatch">
        <UploadForm record={record} kinds={kinds} link={actions.link} />
      </OnlyWho>
    </Card>
  );
}
