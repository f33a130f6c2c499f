import Link from "next/link";
import { HelpLink } from "@/components/help/help-link";
import { LiveRefresh } from "@/components/realtime/refresh";
import { ContainerLink } from "@/components/search/container-link";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { ClockStart } from "@/components/time/clock";
import { PlaceTime } from "@/components/time/local-time";
import { buttonClass } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/empty-state";
import { fieldClass } from "@/components/ui/forms/field";
import { withKeys } from "@/components/ui/with-keys";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import {
  type ChangedSince,
  localInput,
  SINCE_IDS,
  SINCE_LABELS,
} from "@/lib/features/board/rules/changed-since";
import type { FactText } from "@/lib/features/board/rules/fact-text";
import { MarkAllSeenButton } from "./mark-all-seen-button";

/** A change as text, and whether the user has not seen it yet. */
export type ListedChange = FactText & { unseen: boolean };
export type ChangedContainerData = {
  container: Pick<BoardRow, "id" | "number" | "terminal" | "port" | "status">;
  changes: readonly ListedChange[];
};

type Props = {
  since: ChangedSince;
  /** The user's zone; null: not known, so times are in UTC. */
  zone: string | null;
  containers: readonly ChangedContainerData[];
  /** The address of the next page; null on the last one. */
  nextHref: string | null;
  /** Whether this is the first page. */
  isFirst: boolean;
  readAt: string;
  now: number;
};

/** The beginnings to choose from. The last one has a field for the time in the user's zone. */
function SinceChoice({ since: { id, since }, zone, now }: Pick<Props, "since" | "zone" | "now">) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <nav aria-label="Changes since" className="flex flex-wrap items-center gap-1.5">
        <span className="text-ink-3">Since</span>
        {SINCE_IDS.filter((each) => each !== "at").map((each) => (
          <Link
            key={each}
            href={each === "yesterday" ? "/changed" : `/changed?since=${each}`}
            aria-current={each === id ? "page" : undefined}
            className={classNames(buttonClass(), each === id && "border-accent! bg-accent-soft! text-accent")}
          >
            {SINCE_LABELS[each]}
          </Link>
        ))}
      </nav>
      <form action="/changed" className="flex items-center gap-1.5">
        <input type="hidden" name="since" value="at" />
        <input
          key={since.getTime()}
          type="datetime-local"
          name="at"
          aria-label={SINCE_LABELS.at}
          required
          max={localInput(new Date(now), zone)}
          defaultValue={localInput(since, zone)}
          className={`${fieldClass()} w-auto`}
        />
        <button type="submit" className={buttonClass()}>
          Show
        </button>
      </form>
      <span className="text-note text-ink-3">
        {zone === null ? (
          <>
            Times in UTC.{" "}
            <Link href="/settings/you" className="text-accent underline">
              Set your time zone
            </Link>
          </>
        ) : (
          `Times in ${zone.replaceAll("_", " ")}`
        )}
      </span>
    </div>
  );
}

function ChangeItem({ change, zone, now }: { change: ListedChange; zone: string | null; now: number }) {
  const { label, was, is, at, source, unseen } = change;
  return (
    <li data-change={label} className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-ink-2">{label}</span>
      <span className="min-w-0 wrap-anywhere" dir="auto">
        <s className="text-ink-3">{was}</s> <span aria-hidden>→</span> <b className="font-[580]">{is}</b>
      </span>
      <span className="text-small text-ink-3">
        <PlaceTime moment={{ at, zone: zone ?? "UTC" }} now={now} /> · {source}
      </span>
      {unseen && <span className="marked text-small text-ink-2">unseen</span>}
    </li>
  );
}

/** What changed for the user since a time, by container: what it was and is, when, and who reported it. */
export function ChangedView({ since, zone, containers, nextHref, isFirst, readAt, now }: Props) {
  return (
    <ClockStart at={now}>
      <LiveRefresh watch={{ containers: containers.map(({ container }) => container.id) }} readAt={readAt} />
      <PageTop title="Changed for me" crumbs={[{ href: "/board", label: "Board" }]} track={false} />
      <SinceChoice since={since} zone={zone} now={now} />
      {since.problem && (
        <p role="alert" className="mb-2 text-soon">
          {since.problem}
        </p>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <MarkAllSeenButton />
        <Link href="/board?changed=1" className={buttonClass()}>
          Unseen changes on the board
        </Link>
        <Link href="/settings/you#changes" className="text-accent hover:underline">
          Choose which changes count
        </Link>
      </div>
      {containers.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <Notice title={isFirst ? "No changes since then" : "No earlier changes"}>
            Your own edits are not listed. <HelpLink topic="changed-for-me" />
          </Notice>
        </div>
      ) : (
        <ul aria-label="Changed containers" className="rounded-card border border-line bg-surface">
          {containers.map(({ container, changes }) => (
            <li
              key={container.id}
              data-container={container.id}
              className="grid gap-x-4 gap-y-1 border-b border-line px-3.5 py-2.5 last:border-b-0 md:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <div className="min-w-0">
                <ContainerLink
                  id={container.id}
                  className="font-mono font-[520] tracking-tight hover:underline"
                >
                  {formatContainerNumber(container.number)}
                </ContainerLink>
                <span className="block truncate text-small text-ink-3" dir="auto">
                  {container.terminal.name ?? container.port.name ?? container.status.label}
                </span>
              </div>
              <ul className="flex min-w-0 flex-col gap-1">
                {withKeys(changes, ({ label, at }) => `${label} ${at}`).map(({ key, item: change }) => (
                  <ChangeItem key={key} change={change} zone={zone} now={now} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {nextHref && (
        <nav aria-label="Pagination" className="mt-3">
          <Link href={nextHref} className={buttonClass()}>
            Earlier changes
          </Link>
        </nav>
      )}
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
