"use client";

import { Camera, Check, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { useTicking } from "@/components/time/clock";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import {
  canUndo,
  DRIVER_STEPS,
  type DriverStep,
  MAX_PHOTO_BYTES,
  type Reporting,
  STEP_LABELS,
} from "@/lib/features/driver-reports/rules";
import { sendPhoto, sendReport } from "./send-report";

const PHOTO_HINT_ID = "photo-hint";

type Reported = Reporting["steps"][number] & { time: ReactNode };
type Run = (work: () => Promise<string | null>) => void;

function PhotoButton({
  step,
  address,
  busy,
  run,
}: {
  step: DriverStep;
  address: string;
  busy: boolean;
  run: Run;
}) {
  return (
    <label
      className={`${buttonClass()} min-h-12 flex-1 cursor-pointer focus-within:outline-2 focus-within:outline-accent has-disabled:opacity-55`}
    >
      <Camera aria-hidden size={16} /> Add photo
      <span className="sr-only"> of {STEP_LABELS[step].toLowerCase()}</span>
      <input
        type="file"
        // An iPhone converts its HEIC photos for a form that accepts JPEG only.
        accept="image/jpeg,image/png"
        aria-describedby={PHOTO_HINT_ID}
        disabled={busy}
        className="sr-only"
        onChange={({ currentTarget: input }) => {
          const photo = input.files?.[0];
          if (photo) run(() => sendPhoto(`${address}/photos?step=${step}`, photo));
          input.value = "";
        }}
      />
    </label>
  );
}

function ReportedStep({
  report: { step, reportedAt, time, photos },
  address,
  takesPhotos,
  ended,
  busy,
  run,
}: {
  report: Reported;
  address: string;
  takesPhotos: boolean;
  ended: boolean;
  busy: boolean;
  run: Run;
}) {
  const undoable = useTicking((now) => !ended && canUndo(reportedAt, now));
  return (
    <>
      <p className="flex items-start gap-1.5">
        <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-go" />
        <span>
          <span className="font-[560]">{STEP_LABELS[step]}</span> <span className="text-ink-2">{time}</span>
          {photos > 0 && (
            <span className="block text-small text-ink-3">
              {photos} {photos === 1 ? "photo" : "photos"} sent
            </span>
          )}
        </span>
      </p>
      {(takesPhotos || undoable) && (
        <div className="flex gap-2">
          {takesPhotos && <PhotoButton step={step} address={address} busy={busy} run={run} />}
          {undoable && (
            <Button
              className="min-h-12 flex-1"
              disabled={busy}
              onClick={() => run(() => sendReport(`${address}/reports/undo`, { step }))}
            >
              <Undo2 aria-hidden size={16} /> Undo
              <span className="sr-only"> {STEP_LABELS[step].toLowerCase()}</span>
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** The steps of the move: a large button for each, and what was reported with its photos and Undo. */
export function StepButtons({
  address,
  reported,
  takesPhotos,
  ended,
}: {
  address: string;
  reported: readonly Reported[];
  takesPhotos: boolean;
  ended: boolean;
}) {
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [refreshing, refresh] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const [time, setTime] = useState("");
  const busy = sending || refreshing;

  const run: Run = async (work) => {
    setSending(true);
    setProblem(null);
    const refused = await work();
    setProblem(refused);
    setSending(false);
    if (refused === null) setTime("");
    // Also after a refusal: another phone may have reported the step.
    refresh(() => router.refresh());
  };
  const report = (step: DriverStep) =>
    run(() =>
      sendReport(`${address}/reports`, time === "" ? { step } : { step, at: new Date(time).toISOString() }),
    );
  const steps = DRIVER_STEPS.map((step) => ({ step, known: reported.find((each) => each.step === step) }));
  const open = !ended && steps.some(({ known }) => known === undefined);

  return (
    <div aria-busy={busy} className="flex flex-col gap-3">
      {ended && <p className="text-ink-2">This move has ended. Contact dispatch to correct a report.</p>}
      {steps.map(({ step, known }) =>
        known ? (
          <ReportedStep
            key={step}
            report={known}
            address={address}
            takesPhotos={takesPhotos && !ended}
            ended={ended}
            busy={busy}
            run={run}
          />
        ) : (
          !ended && (
            <Button
              key={step}
              variant="main"
              className="min-h-14 text-lead"
              disabled={busy}
              onClick={() => report(step)}
            >
              {STEP_LABELS[step]}
            </Button>
          )
        ),
      )}
      {takesPhotos && !ended && reported.length > 0 && (
        <p id={PHOTO_HINT_ID} className="text-small text-ink-3">
          Photos: JPEG or PNG, up to {MAX_PHOTO_BYTES / 1_000_000} MB each.
        </p>
      )}
      {open && (
        <TextField
          id="report-time"
          label="Time"
          optional
          type="datetime-local"
          value={time}
          onChange={(event) => setTime(event.target.value)}
          hint="Leave blank to report the current time."
        />
      )}
      <FormProblem problem={problem} />
      <p role="status" className="sr-only">
        {busy ? "Sending…" : ""}
      </p>
    </div>
  );
}
