"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { notify } from "@/components/ui/toasts";
import type { DocumentKind } from "@/lib/contract/document";
import { FILE_ENDINGS } from "@/lib/features/documents/rules/accepted-files";
import { kindOptions } from "./document-form";
import type { DocumentsOf } from "./types";
import { type Sent, sendFile } from "./upload-file";

type Row = { key: number; name: string; part: number; sent: Sent | null };

function Progress({ name, part }: { name: string; part: number }) {
  const percent = Math.floor(part * 100);
  return (
    <div className="flex items-center gap-2">
      <progress aria-label={`Uploading ${name}`} max={100} value={percent} className="h-1.5 min-w-0 flex-1" />
      <span className="w-10 text-right text-ink-3 tabular-nums">{percent === 100 ? "…" : `${percent}%`}</span>
    </div>
  );
}

function SentRow({ row, record, link }: { row: Row; record: DocumentsOf; link: FormAction }) {
  const { name, part, sent } = row;
  return (
    <li className="grid gap-0.5 py-1">
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
      {sent === null && <Progress name={name} part={part} />}
      {sent?.state === "kept" && <span className="text-small text-go">saved</span>}
      {sent?.state === "failed" && (
        <p role="alert" className="text-note text-late wrap-anywhere">
          {sent.text}
        </p>
      )}
      {sent?.state === "known" && (
        <div className="grid gap-1">
          <p role="alert" className="text-note wrap-anywhere">
            This file is already saved as “{sent.name}”.
          </p>
          <ActionForm
            action={link}
            label={`Link to this ${record.type}`}
            pendingText="Linking…"
            fields={{ id: sent.id, recordType: record.type, recordId: record.id }}
          />
        </div>
      )}
    </li>
  );
}

/** Uploads files as documents of a record, one after another, with the progress of each. */
export function UploadForm({
  record,
  kinds,
  link,
}: {
  record: DocumentsOf;
  kinds: readonly DocumentKind[];
  link: FormAction;
}) {
  const router = useRouter();
  const [type, setType] = useState("");
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [sending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef<AbortController | null>(null);

  const change = (key: number, to: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...to } : row)));

  async function sendAll(files: readonly File[]) {
    const stop = new AbortController();
    stopping.current = stop;
    const begun = files.map((file, key) => ({ key, name: file.name, part: 0, sent: null }));
    setRows(begun);
    setSending(true);
    let stored = 0;
    for (const [key, file] of files.entries()) {
      const options = { record, type, signal: stop.signal };
      const sent: Sent = stop.signal.aborted
        ? { state: "failed", text: "Upload canceled. Nothing was saved." }
        : await sendFile(file, options, (part) => change(key, { part }));
      change(key, { sent });
      if (sent.state === "kept") stored += 1;
    }
    setSending(false);
    if (input.current) input.current.value = "";
    if (stored === 0) return;
    void notify(stored === 1 ? "Document uploaded." : `${stored} documents uploaded.`);
    // Stored files are shown in the list itself.
    setRows((all) => all.filter((row) => row.sent?.state !== "kept"));
    router.refresh();
  }

  return (
    <div className="mt-2 border-t border-line pt-2" aria-busy={sending}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-36 max-w-72 flex-1">
          <SelectField
            id={`upload-type-${record.id}`}
            label="Type of the next document"
            value={type}
            disabled={sending}
            onChange={(event) => setType(event.target.value)}
            options={kindOptions(kinds, null)}
          />
        </div>
        <input
          ref={input}
          type="file"
          multiple
          accept={FILE_ENDINGS}
          aria-label="Documents to upload"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void sendAll([...(event.target.files ?? [])])}
        />
        {sending ? (
          <Button onClick={() => stopping.current?.abort()}>Cancel upload</Button>
        ) : (
          <Button onClick={() => input.current?.click()}>Add documents…</Button>
        )}
      </div>
      <ul>
        {rows.map((row) => (
          <SentRow key={`${row.key} ${row.name}`} row={row} record={record} link={link} />
        ))}
      </ul>
    </div>
  );
}
