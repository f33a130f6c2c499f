"use client";

import { Pause, Play } from "lucide-react";
import { useLocale } from "@/components/preferences/locale";
import { ClockStart, useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { isShownQueue, QUEUES } from "@/lib/domain/board-row/queues";
import { formatTime, zoneAbbreviation } from "@/lib/domain/time/time-format";
import { localTime } from "@/lib/domain/time/zoned-time";
import { type WallboardData, type WallStanding, wallboardState } from "@/lib/features/feeds/rules/wallboard";
import {
  pageCount,
  sharedContainers,
  type WallboardState,
} from "@/lib/features/feeds/rules/wallboard-rotation";
import { wallboardScheme } from "./color-scheme";
import { useWallboard } from "./use-wallboard";
import { WallboardEnded } from "./wallboard-ended";
import { WallboardRow } from "./wallboard-row";
import { WallboardTheme } from "./wallboard-theme";

const TONES: Record<WallStanding["tone"], string> = {
  good: "text-ink-2",
  old: "bg-soon-soft text-soon",
  cut_off: "bg-late text-on-late",
};

/** The local time at each location, for example "2:02 PM PST", with the most frequent zone first. */
function Clocks({ zones, skewMs }: { zones: readonly string[]; skewMs: number }) {
  const locale = useLocale();
  const clocks = useTicking((now) =>
    (zones.length > 0 ? zones : ["UTC"]).map((zone) => {
      const at = new Date(now + skewMs);
      return `${formatTime(locale, localTime(at, zone))} ${zoneAbbreviation(zone, at)}`;
    }),
  );
  return (
    <ul aria-label="Time at the terminals" className="flex flex-wrap gap-x-[1.2em] text-[1.15em] font-[560]">
      {clocks.map((clock, index) => (
        // The browser may use another zone name than the server. The first rendered name remains.
        <li key={zones[index] ?? "UTC"} suppressHydrationWarning>
          {clock}
        </li>
      ))}
    </ul>
  );
}

/** The time of the data, and whether it is outdated. Shown as text, not only by color. */
function Standing({ state }: { state: WallboardState }) {
  const { data, receivedAt, skewMs } = state;
  const locale = useLocale();
  const { tone, text } = useTicking((now) => wallboardState(data, receivedAt + skewMs, now + skewMs));
  const zone = data.zones[0] ?? "UTC";
  const asOf = `${formatTime(locale, localTime(data.asOf, zone))} ${zoneAbbreviation(zone, new Date(data.asOf))}`;
  return (
    <p
      data-standing={tone}
      className={classNames("forced-frame rounded-chip px-[.6em] py-[.2em] font-[560]", TONES[tone])}
    >
      <span role="status">{text}</span> · <span suppressHydrationWarning>data as of {asOf}</span>
    </p>
  );
}

/** The number of containers in each queue of the account. */
function Queues({ counts }: { counts: WallboardData["counts"] }) {
  return (
    <ul
      aria-label="Queues, all containers"
      className="grid grid-cols-2 gap-[.5em] sm:grid-cols-4 xl:grid-cols-8"
    >
      {QUEUES.filter(({ id }) => id !== "all" && isShownQueue(id, counts)).map(({ id, label }) => (
        <li
          key={id}
          data-queue={id}
          className={classNames(
            "forced-frame rounded-card border px-[.6em] py-[.35em]",
            id === "expired" && counts[id] > 0
              ? "border-late/40 bg-late-soft text-late"
              : "border-line bg-surface",
          )}
        >
          <span className="block text-[2.3em] leading-[1.1] font-[620]">
            {counts[id].toLocaleString("en-US")}
          </span>
          <span className="block truncate text-[.8em] text-ink-2">{label}</span>
        </li>
      ))}
    </ul>
  );
}

function Worst({ state, viewName }: { state: WallboardState; viewName: string | null }) {
  const containers = sharedContainers(state);
  return (
    <section aria-label="Earliest last free days" className="flex min-h-0 flex-1 flex-col">
      <h2 className="mb-[.35em] text-[.9em] text-ink-2">
        Earliest last free days{viewName ? ` · ${viewName}` : ""}
      </h2>
      {containers.length === 0 ? (
        <p className="grid flex-1 place-items-center rounded-card border border-line bg-surface p-[2em] text-[1.4em]">
          No open deadlines.
        </p>
      ) : (
        <ol className="flex flex-col gap-[.35em]">
          {containers.map((container) => (
            <WallboardRow key={container.id} container={container} skewMs={state.skewMs} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Foot({ state, pause }: { state: WallboardState; pause: () => void }) {
  const pages = pageCount(state);
  const page = Math.min(state.page, pages - 1) + 1;
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-[1em] gap-y-[.4em]">
      <Standing state={state} />
      <div className="flex items-center gap-[.7em] text-ink-2">
        <span>
          Page {page} of {pages}
        </span>
        <button
          type="button"
          onClick={pause}
          aria-pressed={state.paused}
          className="inline-flex min-h-6 items-center gap-[.4em] rounded-field border border-edge px-[.6em] py-[.2em] hover:bg-raised"
        >
          {state.paused ? <Play aria-hidden size="1em" /> : <Pause aria-hidden size="1em" />}
          {state.paused ? "Resume" : "Pause"}
        </button>
      </div>
    </footer>
  );
}

/**
 * The wallboard of a dispatch office: queues and the most urgent deadlines, page by page. `initial` is the data read by
 * the server. It is dark unless `light`, regardless of the device's theme.
 */
export function WallboardView({
  initial,
  dataAddress,
  label,
  viewName,
  light,
}: {
  initial: WallboardData;
  dataAddress: string;
  label: string;
  viewName: string | null;
  light: boolean;
}) {
  const { state, pause } = useWallboard(initial, dataAddress);
  if (state.ended !== null) return <WallboardEnded text={state.ended} light={light} />;
  return (
    <ClockStart at={Date.parse(initial.asOf)}>
      <WallboardTheme light={light} />
      <main
        className={classNames(
          "flex min-h-dvh flex-col gap-[.9em] bg-paper p-[1em] text-[clamp(15px,1.35vw,44px)] leading-[1.3] text-ink",
          wallboardScheme(light),
        )}
      >
        <header className="flex flex-wrap items-baseline justify-between gap-x-[1.5em] gap-y-[.2em]">
          <h1 className="text-[1.15em] font-[620]">{label}</h1>
          <Clocks zones={state.data.zones} skewMs={state.skewMs} />
        </header>
        <Queues counts={state.data.counts} />
        <Worst state={state} viewName={viewName} />
        <Foot state={state} pause={pause} />
      </main>
    </ClockStart>
  );
}
