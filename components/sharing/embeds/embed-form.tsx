"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ChargesField } from "@/components/sharing/links/charges-field";
import { viewOf } from "@/components/sharing/links/share-data";
import { Button } from "@/components/ui/button";
import { Field, fieldClass, fieldProps, SelectField, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { formText } from "@/components/ui/forms/form-text";
import type { SharedView } from "@/lib/features/sharing/rules/shared-container";
import type { BoardChoice, EmbedInput, EmbedKind, EmbedMade, EmbedResponse, MakeEmbed } from "./embed-data";
import { MadeEmbed } from "./new-embed";

const KINDS: readonly { value: EmbedKind; label: string }[] = [
  { value: "board", label: "A board" },
  { value: "container", label: "One container" },
  { value: "shipment", label: "One shipment" },
  { value: "lookup", label: "Lookup by number" },
];
const UNSENT: Extract<EmbedResponse, { fields: unknown }> = { problem: null, fields: {} };
const UNSAID = {
  problem: "The embed may have been created. Check the list below.",
  fields: {},
};

const kindOf = (value: string): EmbedKind => KINDS.find((kind) => kind.value === value)?.value ?? "board";

function aboutOf(form: FormData, kind: EmbedKind): EmbedInput["about"] {
  if (kind === "board") return { kind, address: formText(form, "address") };
  return kind === "lookup" ? { kind } : { kind, number: formText(form, "number") };
}

type Fields = Readonly<Record<string, string>>;

/** The content of the embed: the board of a saved view, or a record by its number. A lookup needs no further input. */
function AboutFields({
  kind,
  boards,
  fields,
}: {
  kind: EmbedKind;
  boards: readonly BoardChoice[];
  fields: Fields;
}) {
  if (kind === "lookup")
    return (
      <p className="text-note text-ink-3">Anyone who enters a full container number sees that container.</p>
    );
  if (kind === "board")
    return (
      <SelectField
        id="embed-board"
        name="address"
        label="Board"
        hint="Save a view on the board to select it here."
        options={[
          { value: "", label: "All containers" },
          ...boards.map(({ name, address }) => ({ value: address, label: name })),
        ]}
      />
    );
  return (
    <TextField
      id="embed-number"
      name="number"
      label={kind === "container" ? "Container number" : "Bill of lading"}
      autoComplete="off"
      maxLength={40}
      required
      error={fields.about}
    />
  );
}

type Choice = { kind: EmbedKind; view: SharedView };

function EmbedFields({
  boards,
  choice,
  onChoice,
  fields,
}: {
  boards: readonly BoardChoice[];
  choice: Choice;
  onChoice: (choice: Choice) => void;
  fields: Fields;
}) {
  const { kind, view } = choice;
  return (
    <>
      <SelectField
        id="embed-kind"
        name="kind"
        label="What it shows"
        value={kind}
        onChange={(event) => onChoice({ kind: kindOf(event.target.value), view })}
        options={KINDS}
      />
      <AboutFields kind={kind} boards={boards} fields={fields} />
      <SelectField
        id="embed-view"
        name="view"
        label="Who is it for?"
        value={view}
        onChange={(event) => onChoice({ kind, view: viewOf(event.target.value) })}
        options={[
          { value: "customer", label: "Customers" },
          { value: "driver", label: "Drivers" },
        ]}
      />
      {view === "customer" && <ChargesField />}
      <TextField
        id="embed-label"
        name="label"
        label="Name"
        hint="Shown at the top of the embed."
        autoComplete="off"
        maxLength={80}
        required
        error={fields.label}
      />
      <Field
        id="embed-origins"
        label="Allowed sites"
        hint="One per line, for example https://intranet.example.com. Only these sites can show it."
        error={fields.origins}
      >
        <textarea
          name="origins"
          rows={2}
          required
          maxLength={4_000}
          spellCheck={false}
          {...fieldProps("embed-origins", { hint: true, error: fields.origins })}
          className={`${fieldClass(Boolean(fields.origins))} font-mono text-[12.5px]`}
        />
      </Field>
    </>
  );
}

/** Creates an embed. Then shows the code to paste, only once, and a preview. */
export function EmbedForm({ create: make, boards }: { create: MakeEmbed; boards: readonly BoardChoice[] }) {
  const router = useRouter();
  const [choice, setChoice] = useState<Choice>({ kind: "board", view: "customer" });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(UNSENT);
  const [created, setMade] = useState<EmbedMade | null>(null);

  async function send(form: FormData): Promise<void> {
    setBusy(true);
    const response = await make({
      label: formText(form, "label"),
      about: aboutOf(form, choice.kind),
      view: choice.view,
      charges: form.get("charges") === "on",
      origins: formText(form, "origins"),
    }).catch(() => UNSAID);
    setBusy(false);
    if (!("created" in response)) {
      setRefused(response);
      return;
    }
    setRefused(UNSENT);
    setMade(response.created);
    router.refresh();
  }

  if (created) return <MadeEmbed created={created} onAnother={() => setMade(null)} />;
  return (
    <form
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <FormProblem problem={refused.problem} />
      <EmbedFields boards={boards} choice={choice} onChoice={setChoice} fields={refused.fields} />
      <div>
        <Button type="submit" variant="main" disabled={busy} aria-busy={busy}>
          {busy ? "Creating…" : "Create embed"}
        </Button>
      </div>
    </form>
  );
}
