"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { HiddenFields } from "./field";
import { discardDraft, FormDraft } from "./form-draft";
import { FormProblem } from "./form-problem";
import { SubmitButton } from "./submit-button";

/**
 * A form that opens next to what it edits: the error of the whole form, its fields, and the buttons to submit and to
 * cancel. `hidden` are fields that are submitted but not shown. `draft` names the form and its record: unsaved text survives a
 * reload.
 */
export function OpenedForm({
  action,
  draft,
  hidden,
  problem,
  label = "Save",
  pendingText = "Saving…",
  onDone,
  className = "",
  children,
}: {
  action: (form: FormData) => void;
  draft: string;
  hidden: Readonly<Record<string, string>>;
  problem: string | null;
  label?: string;
  pendingText?: string;
  onDone: () => void;
  className?: string;
  children: ReactNode;
}) {
  const cancel = () => {
    discardDraft(draft);
    onDone();
  };
  return (
    <form
      action={action}
      className={classNames("grid gap-2 rounded-field border border-line bg-raised p-2.5", className)}
    >
      <HiddenFields values={hidden} />
      <FormDraft id={draft} />
      <FormProblem problem={problem} />
      {children}
      <div className="flex gap-2">
        <SubmitButton pendingText={pendingText}>{label}</SubmitButton>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </form>
  );
}
