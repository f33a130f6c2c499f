import { TextField } from "@/components/ui/forms/field";

/** The fields of a driver's link. `canReport`: whether its driver may get the right to report, as for one container. */
export function DriverFields({
  canReport,
  fields,
}: {
  canReport: boolean;
  fields: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <TextField
        id="share-phone"
        name="dispatchPhone"
        label="Dispatch phone"
        optional
        type="tel"
        autoComplete="off"
        maxLength={40}
        hint="The driver’s page offers to call or text it."
        error={fields.dispatchPhone}
      />
      {canReport && (
        <label className="flex items-start gap-2">
          <input type="checkbox" name="reports" className="mt-0.5 size-4 accent-[var(--accent)]" />
          <span>
            Driver can report
            <span className="block text-note text-ink-3">
              Picked up, delivered and empty returned, with photos. Shown with the container; milestones stay
              unchanged.
            </span>
          </span>
        </label>
      )}
    </>
  );
}
