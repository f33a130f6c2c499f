"use client";

import { type SubmitEvent, startTransition, useActionState, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/forms/field";
import { FormButtons } from "@/components/ui/forms/form-buttons";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { type FormAction, type FormState, UNTRIED } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";

/**
 * `begin` takes the current password and returns the values `secret`, `path` and `size` (of its QR code); `confirm`
 * returns the value `recovery`.
 */
export type SecondFactorActions = Record<"begin" | "confirm" | "remove", FormAction>;

const CODE = {
  name: "code",
  label: "Code",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  maxLength: 32,
  required: true,
} as const;

/** Submits a form without React's reset of its fields. */
const sending = (send: (form: FormData) => void) => (event: SubmitEvent<HTMLFormElement>) => {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  startTransition(() => send(form));
};

function Recovery({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-2.5">
      <p role="status">
        Two-factor authentication is on. Save these recovery codes where you can find them without your phone.
        Each works once in place of a code. They won’t be shown again.
      </p>
      <div className="flex items-start gap-2">
        <ul
          aria-label="Recovery codes"
          className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-1 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} what="recovery codes" />
      </div>
      <div>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  );
}

function Begun({ begun, action, onDone }: { begun: FormState; action: FormAction; onDone: () => void }) {
  const [{ problem, fields, values }, send, pending] = useActionState(action, UNTRIED);
  const { secret = "", path = "", size = "0" } = begun.values;
  if (values.recovery) return <Recovery codes={values.recovery.split(" ")} onDone={onDone} />;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-field"
      >
        <rect width="100%" height="100%" fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <form onSubmit={sending(send)} className="flex flex-col gap-2.5">
        <p>
          Scan this QR code with an authenticator app, or enter the key there. Then enter the code from the
          app to turn on two-factor authentication.
        </p>
        <p className="flex items-center gap-1 font-mono text-small wrap-anywhere">
          {secret}
          <CopyButton text={secret} what="key" />
        </p>
        <FormProblem problem={problem} />
        <TextField id="second-factor-code" {...CODE} error={fields.code} />
        <div>
          <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
            {pending ? "Checking…" : "Turn on"}
          </Button>
        </div>
      </form>
    </div>
  );
}

function TurnOff({ action }: { action: FormAction }) {
  const [open, setOpen] = useState(false);
  const [{ problem, fields }, send, pending] = useFormAction(action);
  if (!open) return <Button onClick={() => setOpen(true)}>Turn off</Button>;
  return (
    <form onSubmit={sending(send)} className="flex max-w-80 flex-col gap-2.5">
      <FormProblem problem={problem} />
      <TextField
        id="second-factor-off"
        {...CODE}
        autoFocus
        error={fields.code}
        hint="From your authenticator app, or a recovery code."
      />
      <FormButtons
        label="Turn off"
        pendingText="Turning off…"
        pending={pending}
        variant="danger"
        onLeave={() => setOpen(false)}
      />
    </form>
  );
}

const ABOUT = "Sign-in also requires a code from an app on your phone.";

function SetUp({
  state: { problem, fields },
  send,
  pending,
}: {
  state: FormState;
  send: (form: FormData) => void;
  pending: boolean;
}) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setOpen(true)}>Set up two-factor authentication</Button>
        <span className="text-note text-ink-3">{ABOUT}</span>
      </div>
    );
  return (
    <form onSubmit={sending(send)} className="flex max-w-80 flex-col gap-2.5">
      <FormProblem problem={problem} />
      <TextField
        id="second-factor-password"
        name="password"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={1024}
        required
        autoFocus
        error={fields.password}
        hint={ABOUT}
      />
      <FormButtons
        label="Continue"
        pendingText="Checking…"
        pending={pending}
        onLeave={() => setOpen(false)}
      />
    </form>
  );
}

/** The card to set up and remove the user's second factor. `available` is whether the user has a password. */
export function SecondFactorCard({
  on,
  available,
  actions,
}: {
  on: boolean;
  available: boolean;
  actions: SecondFactorActions;
}) {
  const [begun, begin, beginning] = useActionState(actions.begin, UNTRIED);
  const [stored, setKept] = useState<FormState | null>(null);
  const underWay = begun.values.secret !== undefined && stored !== begun;
  return (
    <Card title="Two-factor authentication" aside={on && !underWay ? "On" : undefined}>
      {underWay ? (
        <Begun
          key={begun.values.secret}
          begun={begun}
          action={actions.confirm}
          onDone={() => setKept(begun)}
        />
      ) : on ? (
        <TurnOff key="off" action={actions.remove} />
      ) : available ? (
        <SetUp key={stored ? "again" : "first"} state={begun} send={begin} pending={beginning} />
      ) : (
        <p className="text-note text-ink-3">
          You sign in with single sign-on only. Set up two-factor authentication with your single sign-on
          provider.
        </p>
      )}
    </Card>
  );
}
