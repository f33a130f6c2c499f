"use client";

import { useCallback, useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { PlaceTimeField } from "@/components/time/local-time-field";
import { HiddenFields, TextField } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OpenedForm } from "@/components/ui/forms/opened-form";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { useMay } from "@/components/ui/permissions";
import { ScriptedButton } from "@/components/ui/scripted-button";
import { type FollowUpRecord, isFollowUpDue } from "@/lib/domain/readiness/hold-follow-up";
import { asTyped, twiceChoiceOf } from "@/lib/domain/time/local-time-input";
import { formatTime } from "@/lib/domain/time/time-format";
import { addDays, localDate } from "@/lib/domain/time/zoned-time";

const TWO_HOURS_MS = 2 * 3_600_000;

/** The hold and container of a follow-up. `owner` is the rule's. */
export type FollowedUpHold = {
  containerId: string;
  holdName: string;
  place: "port" | "inland";
  zone: string | null;
  /** The city of the place. Null when unknown. */
  city: string | null;
  owner: string;
};

/** What the form needs of a follow-up that exists. */
type LoggedFollowUp = Pick<
  FollowUpRecord,
  "version" | "nextCheckAt" | "owner" | "contactEmail" | "contactPhone"
>;

/** A label for a follow-up whose next check is due. */
export function DueMark({ followUp }: { followUp: Pick<FollowUpRecord, "nextCheckAt"> }) {
  const due = useTicking((now) => (isFollowUpDue(followUp, new Date(now)) ? "follow up now" : ""));
  return due === "" ? null : <b className="font-[580] text-late"> · {due}</b>;
}

const hiddenFields = ({ containerId, holdName, place }: FollowedUpHold, version: string) => ({
  containerId,
  holdName,
  place,
  version,
});

/** The form to log a contact about a hold, its result and the next check. */
export function LogForm({
  hold,
  followUp,
  action,
  onDone,
}: {
  hold: FollowedUpHold;
  followUp: LoggedFollowUp | null;
  action: FormAction;
  onDone: () => void;
}) {
  // The version when the form was opened, so that entries by other users are reported and not overwritten.
  const [seen] = useState(String(followUp?.version ?? 0));
  const [state, send] = useFormAction(action, onDone);
  const { values, fields } = state;
  const locale = useLocale();
  const id = `follow-up-${hold.containerId}-${hold.place}-${hold.holdName}`;
  const nextCheckAt = followUp?.nextCheckAt ?? null;
  return (
    <OpenedForm
      action={send}
      draft={id}
      hidden={hiddenFields(hold, values.version ?? seen)}
      problem={state.problem}
      label="Save follow-up"
      pendingText="Logging…"
      onDone={onDone}
      className="mt-1.5 max-w-[34rem]"
    >
      <div className="grid gap-2 sm:grid-cols-2">
        <TextField
          id={`${id}-contacted`}
          name="contacted"
          label="Contacted"
          placeholder={`${hold.owner}, name or department`}
          maxLength={200}
          defaultValue={values.contacted}
          error={fields.contacted}
          autoFocus
        />
        <TextField
          id={`${id}-owner`}
          name="owner"
          label="Who resolves it"
          optional
          placeholder={hold.owner}
          maxLength={200}
          defaultValue={values.owner ?? followUp?.owner ?? ""}
          error={fields.owner}
        />
      </div>
      <TextField
        id={`${id}-promise`}
        name="promise"
        label="Response"
        optional
        maxLength={1000}
        defaultValue={values.promise}
        error={fields.promise}
      />
      <PlaceTimeField
        key={values.nextCheck ?? ""}
        id={`${id}-next`}
        name="nextCheck"
        label="Follow up at"
        zone={hold.zone}
        city={hold.city}
        value={values.nextCheck ?? ""}
        twice={nextCheckAt ? twiceChoiceOf(nextCheckAt, hold.zone) : null}
        error={fields.nextCheck}
        shortcuts={[
          {
            label: "In 2 hours",
            typed: () => asTyped(new Date(Date.now() + TWO_HOURS_MS).toISOString(), hold.zone),
          },
          {
            label: `Tomorrow ${formatTime(locale, "09:00")}`,
            typed: () => `${addDays(localDate(new Date(), hold.zone), 1)}T09:00`,
          },
        ]}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <TextField
          id={`${id}-email`}
          name="contactEmail"
          type="email"
          label="Email"
          optional
          maxLength={200}
          defaultValue={values.contactEmail ?? followUp?.contactEmail ?? ""}
          error={fields.contactEmail}
        />
        <TextField
          id={`${id}-phone`}
          name="contactPhone"
          type="tel"
          label="Phone"
          optional
          maxLength={40}
          defaultValue={values.contactPhone ?? followUp?.contactPhone ?? ""}
          error={fields.contactPhone}
        />
      </div>
    </OpenedForm>
  );
}

/** A button that closes a follow-up. */
export function DropForm({
  hold,
  followUp,
  action,
}: {
  hold: FollowedUpHold;
  followUp: Pick<FollowUpRecord, "version">;
  action: FormAction;
}) {
  const [state, send, pending] = useFormAction(action);
  return (
    <form action={send} aria-busy={pending} className="inline">
      <HiddenFields values={hiddenFields(hold, String(followUp.version))} />
      <button
        type="submit"
        disabled={pending}
        aria-label={`Close follow-up for ${hold.holdName}`}
        className="min-h-6 text-ink-2 hover:underline"
      >
        Close follow-up
      </button>
      {state.problem && (
        <span role="alert" className="block text-note text-late">
          {state.problem}
        </span>
      )}
    </form>
  );
}

/** The form to log a follow-up of a hold and to close it. `followUp` null means that there is none yet. */
export function HoldFollowUp({
  hold,
  followUp,
  logAction,
  dropAction,
}: {
  hold: FollowedUpHold;
  followUp: FollowUpRecord | null;
  logAction: FormAction;
  dropAction: FormAction;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useMay("dispatch")) return null;
  return (
    <div data-follow-up={hold.holdName}>
      {open ? (
        <LogForm hold={hold} followUp={followUp} action={logAction} onDone={close} />
      ) : (
        <span className="flex flex-wrap gap-x-3">
          <ScriptedButton
            className="min-h-6 text-accent hover:underline"
            aria-label={`Log follow-up for ${hold.holdName}`}
            onClick={() => setOpen(true)}
          >
            Log follow-up
          </ScriptedButton>
          {followUp && <DropForm hold={hold} followUp={followUp} action={dropAction} />}
        </span>
      )}
    </div>
  );
}
