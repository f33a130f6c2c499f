"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { get, post } from "@/components/board/data/requests";
import { Button, buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/forms/field";
import { type PartyChoice, PartyPicker } from "@/components/ui/forms/party-picker";
import { Panel } from "@/components/ui/panel";
import { type JobProgress, jobHref } from "@/lib/features/bulk-jobs/messages";
import { type MergePreview, mergeWarnings } from "@/lib/features/parties/rules";

type Props = { party: PartyChoice; parties: readonly PartyChoice[] };

function MergePanel({ party, parties, onClose }: Props & { onClose: () => void }) {
  const router = useRouter();
  const [into, setInto] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const other = parties.find(({ id }) => id === into);
  const preview = useQuery({
    queryKey: ["merge-preview", party.id, into],
    queryFn: ({ signal }) =>
      get<MergePreview>("/api/parties/merge", new URLSearchParams({ from: party.id, into }), signal),
    enabled: other !== undefined,
    gcTime: 0,
  });

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setProblem(other ? null : "Select a party.");
    setRefused(null);
    if (!other) return;
    setSending(true);
    try {
      const job = await post<JobProgress>("/api/parties/merge", { from: party.id, into });
      router.push(jobHref(job));
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "Couldn’t send the request. Try again.");
      setSending(false);
    }
  }

  return (
    <Panel title={`Merge ${party.name}`} onClose={onClose}>
      <form className="flex flex-col gap-3" onSubmit={(event) => void send(event)}>
        <PartyPicker
          id="merge-into"
          name="into"
          label="Merge into"
          parties={parties.filter(({ id }) => id !== party.id)}
          value={into}
          onChange={setInto}
          error={problem}
        />
        {preview.isError && (
          <FieldError>Couldn’t count what moves. Close this panel and try again.</FieldError>
        )}
        <ul aria-busy={preview.isFetching} className="flex min-h-12 list-disc flex-col gap-1 pl-4 text-ink-2">
          {other &&
            preview.data &&
            mergeWarnings(preview.data, { from: party.name, into: other.name }).map((line) => (
              <li key={line}>{line}</li>
            ))}
        </ul>
        {refused && <FieldError>{refused}</FieldError>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <button
            type="submit"
            className={buttonClass("main")}
            disabled={sending || (other !== undefined && (!preview.data || preview.data.customers > 0))}
            aria-busy={sending}
          >
            {sending ? "Starting…" : "Merge"}
          </button>
        </div>
      </form>
    </Panel>
  );
}

/** A button that merges a party into another one: shows what moves, then starts the job. */
export function MergeParty(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={`Merge ${props.party.name}`}
        onClick={() => setOpen(true)}
      >
        Merge
      </Button>
      {open && <MergePanel {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
