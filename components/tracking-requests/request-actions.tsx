"use client";

import Link from "next/link";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { SubmitButton } from "@/components/ui/forms/submit-button";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";
import type { TrackingRequestAttributes } from "@/lib/contract/tracking-request";
import { requestSteps } from "@/lib/features/tracking-requests/rules/request-steps";

const LINK = "inline-flex min-h-7.5 items-center text-accent hover:underline";

function RequestAgain({ id, number, action }: { id: string; number: string; action: FormAction }) {
  const [{ problem, fields }, send] = useFormAction(action);
  const reported = [problem, ...Object.values(fields)].filter(Boolean).join(" ");
  return (
    <form action={send}>
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="plain" pendingText="Requesting…">
        Track again<span className="sr-only"> {number}</span>
      </SubmitButton>
      <FormProblem problem={reported === "" ? null : reported} />
    </form>
  );
}

/** The actions for a failed request. */
export function RequestSteps({
  id,
  attributes,
  requestedAgain,
  action,
}: {
  id: string;
  attributes: TrackingRequestAttributes;
  requestedAgain: boolean;
  action: FormAction;
}) {
  const { status = null, failed_reason: reason = null, request_number, request_type, scac } = attributes;
  const number = request_number ?? "";
  const mayDispatch = useMay("dispatch");
  const steps = requestSteps({ status, reason, requestedAgain }).filter(
    (step) => mayDispatch || (step !== "again" && step !== "amend"),
  );
  if (steps.length === 0 || number === "") return null;
  const amend = new URLSearchParams({ number });
  if (request_type) amend.set("type", request_type);
  if (scac) amend.set("scac", scac);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      {steps.map((step) => {
        if (step === "again") return <RequestAgain key={step} id={id} number={number} action={action} />;
        if (step === "amend")
          return (
            <Link key={step} href={`/track?${amend}`} className={LINK}>
              Edit and track
              <span className="sr-only"> {number}</span>
            </Link>
          );
        return (
          <Link key={step} href={`/find?q=${encodeURIComponent(number)}`} className={LINK}>
            View existing tracking
          </Link>
        );
      })}
    </div>
  );
}
