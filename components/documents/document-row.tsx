"use client";

import { Download } from "lucide-react";
import { useCallback, useState } from "react";
import { Ago } from "@/components/time/age";
import { PencilButton } from "@/components/ui/pencil-button";
import { OnlyWho } from "@/components/ui/permissions";
import type { DocumentKind } from "@/lib/contract/document";
import { bytesText, type DocumentRecord } from "@/lib/features/documents/rules/document";
import { joined } from "@/lib/platform/text/bidi";
import { DocumentRecordForm } from "./document-form";
import type { DocumentActions } from "./types";

const STATUSES: Readonly<Record<string, string>> = {
  pending: "being read",
  extracted: "read",
  extraction_failed: "could not be read",
};

function noteOf(
  { kind, type, bytes, status, failedReason }: DocumentRecord,
  kinds: readonly DocumentKind[],
): string {
  const read = status && (STATUSES[status] ?? status);
  return joined([
    kinds.find(({ value }) => value === type)?.label ?? kind ?? "kind not reported",
    bytes === null ? null : bytesText(bytes),
    status === "extracted" && failedReason
      ? failedReason
      : failedReason && read
        ? `${read}: ${failedReason}`
        : read,
  ]);
}

/** One document. A click downloads its file; a pencil button opens its form. */
export function DocumentRecordRow({
  document: paper,
  kinds,
  actions,
}: {
  document: DocumentRecord;
  kinds: readonly DocumentKind[];
  actions: DocumentActions;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { id, name, createdAt } = paper;
  return (
    <li data-document={id} className="min-w-0">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <a
            href={`/api/documents/${encodeURIComponent(id)}`}
            download
            className="inline-flex max-w-full items-center gap-1 text-accent hover:underline"
            title={name}
          >
            <Download aria-hidden size={13} className="shrink-0" />
            <bdi className="truncate">{name}</bdi>
          </a>
          <span className="block text-small text-ink-3 wrap-anywhere">
            {noteOf(paper, kinds)}
            {createdAt && (
              <>
                {" · "}
                <Ago since={createdAt} />
              </>
            )}
          </span>
        </div>
        <OnlyWho may="dispatch">
          <PencilButton label={`Edit ${name}`} open={open} onClick={() => setOpen(!open)} />
        </OnlyWho>
      </div>
      {open && <DocumentRecordForm document={paper} kinds={kinds} actions={actions} onDone={close} />}
    </li>
  );
}
