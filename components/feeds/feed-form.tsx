"use client";

import { SelectField, TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { type FeedKind, KIND_LABELS } from "./feeds-data";

const LIVES = [
  { value: "365", label: "A year" },
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "never", label: "Until it is revoked" },
];

const NAME_HINTS: Record<FeedKind, string> = {
  calendar: "Stands above the calendar in whatever program shows it.",
  wall: "Stands at the top of the screen.",
  api: "Which program reads by it.",
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
  return (
    <form action={send} className="flex max-w-[36rem] flex-col gap-3">
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
          hint="A view’s filters are copied as they stand now."
          error={fields.viewId}
        />
      )}
      <SelectField
        id="feed-life"
        name="life"
        label="Good for"
        defaultValue={values.life ?? "365"}
        options={LIVES}
        error={fields.life}
      />
      <FormButtons
        label={`Make ${KIND_LABELS[kind].replace(/^[CS]/, (sign) => sign.toLowerCase())}`}
        pendingText="Making it…"
        pending={pending}
        onLeave={onLeave}
      />
    </form>
  );
}
