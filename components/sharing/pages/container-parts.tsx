import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { formatWeekday, needsYear } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import type { SharedDay, SharedReadiness } from "@/lib/features/sharing/rules/shared-container";
import { joined } from "@/lib/platform/text/bidi";
import { readLocale } from "@/lib/platform/text/locale";
import type { TimeDisplay } from "./time-display";

const STOPPED: readonly string[] = ["held", "not_available"];

/** Whether a container can be picked up, with the reason below if not. The text is complete without the color. */
export function ReadyText({ readiness, large = false }: { readiness: SharedReadiness; large?: boolean }) {
  const { state, text, reasons } = readiness;
  return (
    <>
      <span
        data-readiness={state}
        className={classNames(
          "block font-[580]",
          large && "text-lead",
          state === "ready" ? "text-go" : STOPPED.includes(state) ? "text-late" : "text-ink-2",
        )}
      >
        {state === "ready" && <span aria-hidden>✓ </span>}
        {text}
      </span>
      {reasons.length > 0 && (
        <span className={classNames("block", large ? "text-ink-2" : "text-small text-ink-3")}>
          {joined(reasons)}
        </span>
      )}
    </>
  );
}

/** The day in the location's zone, for example "Fri, Nov 20". A placeholder while no day is known. */
export function dayText({ on, zone }: Pick<SharedDay, "on" | "zone">, { now, locale }: TimeDisplay): string {
  if (on === null) return "not reported yet";
  const offered = readLocale(locale);
  const today = localDate(new Date(now), zone);
  if (offered) return formatWeekday(offered, on, today);
  return new Date(`${on}T00:00:00Z`).toLocaleDateString(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: needsYear(on, today) ? "numeric" : undefined,
    timeZone: "UTC",
  });
}

/** A list of labeled facts, one per line. The caller omits facts without a value. */
export function SharedFacts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The header of a page about one container: its number, a line of details, and whether it can be picked up. */
export function ContainerHead({
  number,
  line,
  readiness,
}: {
  number: string;
  line: string;
  readiness: SharedReadiness;
}) {
  return (
    <div className="mb-3">
      <h2 className="font-mono text-verdict tracking-tight">{formatContainerNumber(number)}</h2>
      <p className="text-ink-3">{line}</p>
      <p className="mt-1.5">
        <ReadyText readiness={readiness} large />
      </p>
    </div>
  );
}
