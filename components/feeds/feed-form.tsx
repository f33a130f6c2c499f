"use client";

import { SelectField, TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { discardDraft, FormDraft } from "@/components/ui/forms/form-draft";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { type FeedKind, KIND_LABELS } from "./feeds-data";

const LIVES = [
  { value: "365", label: "1 year" },
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "never", label: "Until revoked" },
];

const NAME_HINTS: Record<FeedKind, string> = {
  calendar: "Shown as the calendar name in calendar apps.",
  wall: "Shown at the top of the wallboard.",
  api: "The program that uses the token.",
};

/** The name, view and lifetime of a new calendar, wallboard or API token. An API token reads all containers. */
export function FeedForm({
  kind,
  views,
  action,
  onDone,
  onLeave,
}: {
  kind: FeedKind;
  views: readonly { id: string; name: string }[];
  action: FormAction;
  onDone: () => void;
  onLeave: () => void;
}) {
  const [{ problem, fields, values }, send, pending] = useFormAction(action, onDone);
  const draft = `new ${kind}`;
  return (
    <form action={send} className="flex max-w-[36rem] flex-col gap-3">
      <FormDraft id={draft} />
      <FormProblem problem={problem} />
      {kind !== "api" && <input type="hidden" name="kind" value={kind} />}
      <TextField
        id="feed-label"
        name="label"
        label="Name"
        maxLength={80}
        autoComplete="off"
        defaultValue={values.label ?? ""}
        hint={NAME_HINTS[kind]}
        error={fields.label}
      />
      {kind !== "api" && (
        <SelectField
          id="feed-view"
          name="viewId"
          label="What it shows"
          defaultValue={values.viewId ?? ""}
          options={[
            { value: "", label: "All containers" },
            ...views.map(({ id, name }) => ({ value: id, label: `View: ${name}` })),
          ]}
          hint="The view’s current filters are copied."
          error={fields.viewId}
        />
      )}
      <SelectField
        id="feed-life"
        name="life"
        label="Valid for"
        defaultValue={values.life ?? "365"}
        options={LIVES}
        error={fields.life}
      />
      <FormButtons
        label={`Create ${KIND_LABELS[kind].replace(/^[CW]/, (sign) => sign.toLowerCase())}`}
        pendingText="Creating…"
        pending={pending}
        onLeave={() => {
          discardDraft(draft);
          onLeave();
        }}
      />
    </form>
  );
}
