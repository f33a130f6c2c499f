"use client";

import { type ReactNode, useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { HiddenFields } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";

type Variant = "main" | "plain" | "danger";

/**
 * A button for one action, with its error message. `confirm` is shown first for an action that cannot be undone
 * immediately, and may contain a choice that is submitted too. `fields` are always submitted.
 */
export function ActionForm({
  action,
  label,
  pendingText,
  variant = "plain",
  fields = {},
  confirm,
  describe,
}: {
  action: FormAction;
  label: string;
  pendingText: string;
  variant?: Variant;
  fields?: Readonly<Record<string, string>>;
  confirm?: ReactNode;
  /** What the button applies to, for screen reader users. */
  describe?: string;
}) {
  const [requested, setRequested] = useState(false);
  const onDone = useCallback(() => setRequested(false), []);
  const [{ problem, fields: refused }, send] = useFormAction(action, onDone);
  const reported = [problem, ...Object.values(refused)].filter(Boolean).join(" ");
  const sure = confirm === undefined || requested;
  return (
    <form action={send} className={sure && confirm ? "w-full" : "min-w-0"}>
      <HiddenFields values={fields} />
      {sure && confirm && <div className="mb-2 max-w-[65ch]">{confirm}</div>}
      <span className="flex flex-wrap items-center gap-2">
        {sure ? (
          <SubmitButton variant={variant} pendingText={pendingText}>
            {label}
            {describe && <span className="sr-only"> {describe}</span>}
          </SubmitButton>
        ) : (
          <Button variant={variant} onClick={() => setRequested(true)}>
            {label}
          </Button>
        )}
        {sure && confirm && (
          <Button variant="quiet" onClick={() => setRequested(false)}>
            Cancel
          </Button>
        )}
      </span>
      {reported !== "" && (
        <p role="alert" className="mt-1.5 max-w-[65ch] text-note wrap-anywhere text-late">
          {reported}
        </p>
      )}
    </form>
  );
}
