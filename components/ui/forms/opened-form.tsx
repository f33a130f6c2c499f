"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { HiddenFields } from "./field";
import { FormProblem } from "./form-problem";
import { SubmitButton } from "./submit-button";

/**
 * A form that opens next to what it edits: the error of the whole form, its fields, and the buttons to submit and to
 * cancel. `hidden` are fields that are submitted but not shown.
 */
export function OpenedForm({
  action,
  hidden,
  problem,
  label = "Save",
  pendingText = "Saving…",
  onDone,
  className = "",
  children,
}: {
  action: (form: FormData) => void;
  hidden: Readonly<Record<string, string>>;
  problem: string | null;
  label?: string;
  pendingText?: string;
  onDone: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <form
      action={action}
      className={classNames("grid gap-2 rounded-field border border-line bg-raised p-2.5", className)}
    >
      <HiddenFields values={hidden} />
      <FormProblem problem={problem} />
      {children}
      <div className="flex gap-2">
        <SubmitButton pendingText={pendingText}>{label}</SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
