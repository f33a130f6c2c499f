"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { rememberJob } from "@/components/board/editing/send-edit";
import { boardSelection } from "@/components/board/selection/selection";
import type { BoardSelected } from "@/components/board/selection/use-selection";
import { useParties } from "@/components/parties/use-parties";
import { Button, buttonClass } from "@/components/ui/button";
import { Field, FieldError, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { ChoiceField, discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { PartyPicker } from "@/components/ui/forms/party-picker";
import { Panel } from "@/components/ui/panel";
import {
  defaultAssignment,
  type JobKind,
  type JobPreview,
  jobWarnings,
  MAX_JOB_ROWS,
  UNDOING,
} from "@/lib/features/bulk-jobs/messages";
import { counted } from "@/lib/platform/text/counted";
import { ACTION_LABELS, type BulkAction, requested, WAYS } from "./bulk-actions";
import { type JobInput, makeJob, previewJob } from "./requests";
import { JOBS_KEY } from "./use-jobs";

type AuditInput = Exclude<BulkAction, "export">;

const TITLES: Record<AuditInput, string> = {
  assign_carrier: "Assign dray carrier",
  remove_carrier: "Remove dray carriers",
  tags: "Shipment tags",
  references: "Container references",
  refresh: "Refresh",
  stop_tracking: "Stop tracking",
  resume_tracking: "Resume tracking",
};

/** Splits text at lines or commas. */
const textsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,]/)
      .map((text) => text.trim())
      .filter(Boolean),
  ),
];

const isKind = (action: AuditInput): action is Exclude<AuditInput, "tags" | "references"> =>
  action !== "tags" && action !== "references";

function inputOf(kind: JobKind, party: string, typed: string): Record<string, unknown> {
  if (kind === "assign_carrier" || kind === "replace_carrier") return { partyId: party };
  if (kind === "remove_carrier") return { partyId: party || null };
  return kind.endsWith("tags") || kind.endsWith("references") ? { texts: textsOf(typed) } : {};
}

/** The input that is missing before a preview is possible. Null when it is complete. */
function missing(kind: JobKind, party: string, typed: string): string | null {
  if ((kind === "assign_carrier" || kind === "replace_carrier") && party === "") return "Select a party.";
  if (/tags|references/.test(kind) && textsOf(typed).length === 0) return "Enter at least one.";
  return null;
}

/** The kind of the job before the user chooses one. */
function defaultKind(act: AuditInput, preview: JobPreview | undefined): JobKind {
  if (act === "assign_carrier") return preview ? defaultAssignment(preview) : act;
  return isKind(act) ? act : (WAYS[act]?.[0]?.kind ?? "refresh");
}

function Ways({
  ways,
  kind,
  onKind,
}: {
  ways: readonly { kind: JobKind; label: string }[];
  kind: JobKind;
  onKind: (kind: JobKind) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">Action</legend>
      {ways.map((way) => (
        <label key={way.kind} className="inline-flex items-center gap-1.5">
          <input
            type="radio"
            name={name}
            className="accent-[var(--accent)]"
            checked={kind === way.kind}
            onChange={() => onKind(way.kind)}
          />
          {way.label}
        </label>
      ))}
    </fieldset>
  );
}

function PartyField({
  kind,
  party,
  onParty,
  error,
}: {
  kind: JobKind;
  party: string;
  onParty: (id: string) => void;
  error: string | null;
}) {
  const parties = useParties();
  const removes = kind === "remove_carrier";
  return (
    <>
      <PartyPicker
        id="bulk-party"
        name="party"
        label={removes ? "Dray carrier (blank = any)" : "Dray carrier"}
        parties={parties.data ?? []}
        value={party}
        onChange={onParty}
        error={error}
        optional={removes}
        withArchived={removes}
      />
      {parties.isError && <FieldError>Couldn’t load parties. Close this panel and try again.</FieldError>}
    </>
  );
}

function TextsField({
  kind,
  typed,
  onTyped,
  error,
}: {
  kind: JobKind;
  typed: string;
  onTyped: (typed: string) => void;
  error: string | null;
}) {
  const hint = "Separate with commas or line breaks.";
  return (
    <Field id="bulk-texts" label={kind.endsWith("tags") ? "Tags" : "References"} hint={hint} error={error}>
      <textarea
        {...fieldProps("bulk-texts", { hint, error })}
        name="texts"
        rows={2}
        value={typed}
        className={fieldClass(error !== null)}
        onChange={(event) => onTyped(event.target.value)}
      />
    </Field>
  );
}

/** The preview of the job. It reserves the same number of lines while it loads. */
function Warnings({
  kind,
  preview,
  failed,
}: {
  kind: JobKind;
  preview: JobPreview | undefined;
  failed: boolean;
}) {
  if (failed) return <FieldError>Couldn’t count the selection. Close this panel and try again.</FieldError>;
  return (
    <ul aria-busy={!preview} className="flex min-h-12 list-disc flex-col gap-1 pl-4 text-ink-2">
      {preview && jobWarnings(kind, preview).map((line) => <li key={line}>{line}</li>)}
    </ul>
  );
}

/** Collects the input of an action, shows its preview and creates the job. */
export function BulkPanel({
  act,
  selected,
  onClose,
}: {
  act: AuditInput;
  selected: BoardSelected;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<JobKind | null>(null);
  const [party, setParty] = useState("");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  // The job applies to the selection at the time when the panel opened, regardless of later changes.
  const [selection] = useState(() => requested(selected.selection));
  const preview = useQuery({
    queryKey: ["job-preview", selection],
    queryFn: () => previewJob(selection),
    gcTime: 0,
  });
  const count = preview.data?.containers ?? selected.count;
  const kind = chosen ?? defaultKind(act, preview.data);
  // Without a dray carrier to replace, there is nothing to choose.
  const ways = act === "assign_carrier" && !preview.data?.carried ? undefined : WAYS[act];

  const draft = `bulk ${act}`;
  /** The draft is of these containers: a panel that is opened for others begins empty. */
  const close = () => {
    discardDraft(draft);
    onClose();
  };

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const lacking = missing(kind, party, typed);
    setProblem(lacking);
    setRefused(null);
    if (lacking) return;
    setSending(true);
    try {
      const request: JobInput = { kind, input: inputOf(kind, party, typed) };
      const job = await makeJob(request, selection);
      if (UNDOING[kind] !== null) rememberJob(job);
      await client.invalidateQueries({ queryKey: JOBS_KEY });
      boardSelection.clear();
      close();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "Couldn’t send the request. Try again.");
      setSending(false);
    }
  }

  const carrier = kind.endsWith("_carrier");
  const texts = /tags|references/.test(kind);
  return (
    <Panel title={TITLES[act]} onClose={close}>
      <form className="flex flex-col gap-3" onSubmit={(event) => void send(event)}>
        <FormDraft id={draft} />
        <ChoiceField
          name="kind"
          value={chosen ?? ""}
          onRestore={(restored) => setChosen(WAYS[act]?.find((way) => way.kind === restored)?.kind ?? null)}
        />
        {ways && <Ways ways={ways} kind={kind} onKind={setChosen} />}
        {carrier && <PartyField kind={kind} party={party} onParty={setParty} error={problem} />}
        {texts && <TextsField kind={kind} typed={typed} onTyped={setTyped} error={problem} />}
        <Warnings kind={kind} preview={preview.data} failed={preview.isError} />
        {refused && <FieldError>{refused}</FieldError>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <button
            type="submit"
            className={buttonClass(kind === "stop_tracking" ? "danger" : "main")}
            disabled={sending || !preview.data || preview.data.containers === 0 || count > MAX_JOB_ROWS}
            aria-busy={sending}
          >
            {sending
              ? "Starting…"
              : `${ways?.find((way) => way.kind === kind)?.label ?? ACTION_LABELS[act]}: ${counted(count, "container")}`}
          </button>
        </div>
      </form>
    </Panel>
  );
}
