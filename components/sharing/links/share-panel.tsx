"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { formText } from "@/components/ui/forms/form-text";
import { Panel } from "@/components/ui/panel";
import type { BoardQuery } from "@/lib/features/board/rules/board-address";
import { readGivenBoard } from "@/lib/features/board/rules/saved-address";
import type { SharedView } from "@/lib/features/sharing/rules/shared-container";
import { CustomerFields } from "./customer-fields";
import { addressOfCustomer, CustomersField } from "./customers-field";
import { DriverFields } from "./driver-fields";
import { MadeLink } from "./new-link";
import {
  type MakeShare,
  type ShareAbout,
  type ShareMade,
  type ShareResponse,
  VIEW_LABELS,
  VIEW_NOTES,
  viewOf,
} from "./share-data";

const VIEWS: readonly SharedView[] = ["customer", "driver"];
const DAYS = [1, 7, 30, 90, 365];
const USUAL_DAYS = "7";
const UNSENT: Extract<ShareResponse, { fields: unknown }> = { problem: null, fields: {} };

type Refusal = typeof UNSENT;

const unsaid = (): Refusal => ({
  problem: "The link may have been created. Check Settings, Shared links.",
  fields: {},
});

function ViewChoice({ view, onView }: { view: SharedView; onView: (view: SharedView) => void }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-ink-2">Who is it for?</legend>
      {VIEWS.map((each) => (
        <label key={each} className="flex items-start gap-2 py-0.5">
          <input
            type="radio"
            name="view"
            value={each}
            checked={view === each}
            onChange={() => onView(each)}
            className="mt-0.5 size-4 accent-[var(--accent)]"
          />
          <span>
            {VIEW_LABELS[each]}
            <span className="block text-note text-ink-3">{VIEW_NOTES[each]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function ShareFields({
  about,
  query,
  label,
  fields,
}: {
  about: ShareAbout;
  /** The shared board. Null for a record. */
  query: BoardQuery | null;
  label: string;
  fields: Refusal["fields"];
}) {
  const [view, setView] = useState<SharedView>("customer");
  return (
    <>
      {about.kind === "board" && (
        <p className="text-ink-2">Shares the board as filtered now. Filter is fixed; containers update.</p>
      )}
      <TextField
        id="share-label"
        name="label"
        label="Name"
        defaultValue={label}
        maxLength={80}
        autoComplete="off"
        required
        hint="Shown at the top of the shared page."
        error={fields.label}
      />
      <ViewChoice view={view} onView={setView} />
      {view === "customer" && query && <CustomersField query={query} />}
      {view === "customer" ? (
        <CustomerFields />
      ) : (
        <DriverFields canReport={about.kind === "container"} fields={fields} />
      )}
      <SelectField
        id="share-days"
        name="days"
        label="Expires after"
        defaultValue={USUAL_DAYS}
        error={fields.days}
        options={DAYS.map((days) => ({
          value: String(days),
          label: days === 1 ? "1 day" : days === 365 ? "1 year" : `${days} days`,
        }))}
      />
      <TextField
        id="share-passcode"
        name="passcode"
        label="Passcode"
        optional
        autoComplete="off"
        maxLength={64}
        hint="Send it separately from the link."
        error={fields.passcode}
      />
    </>
  );
}

/**
 * Creates a link with audience, lifetime and optional passcode, then shows it once. Shows a message if no link is
 * possible.
 */
export function SharePanel({
  about,
  label,
  create: make,
  onClose,
}: {
  about: ShareAbout;
  label: string;
  create: MakeShare;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal>(UNSENT);
  const [created, setMade] = useState<ShareMade | null>(null);
  const board = about.kind === "board" ? readGivenBoard(about.address) : null;
  const query = board?.query ?? null;

  async function send(form: FormData): Promise<void> {
    setBusy(true);
    const customer = formText(form, "customer");
    const response = await make({
      about: query && customer ? { kind: "board", address: addressOfCustomer(query, customer) } : about,
      view: viewOf(formText(form, "view")),
      charges: form.get("charges") === "on",
      dispatchPhone: formText(form, "dispatchPhone"),
      reports: form.get("reports") === "on",
      documents: form.get("documents") === "on",
      label: formText(form, "label"),
      days: Number(formText(form, "days")),
      passcode: formText(form, "passcode"),
    }).catch(unsaid);
    setBusy(false);
    if ("created" in response) setMade(response.created);
    else setRefused(response);
  }

  if (created) {
    return (
      <Panel title="Your link" onClose={onClose}>
        <MadeLink created={created} />
      </Panel>
    );
  }
  if (board?.problem) {
    return (
      <Panel title="Share" onClose={onClose}>
        <FormProblem problem={board.problem} />
      </Panel>
    );
  }
  return (
    <Panel title="Share" onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <FormProblem problem={refused.problem} />
        <ShareFields about={about} query={query} label={label} fields={refused.fields} />
        <div className="flex justify-end">
          <Button type="submit" variant="main" disabled={busy} aria-busy={busy}>
            {busy ? "Creating…" : "Create link"}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
