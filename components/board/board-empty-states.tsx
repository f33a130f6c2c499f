"use client";

import Link from "next/link";
import { BoardRequestError } from "@/components/board/data/requests";
import { HelpLink } from "@/components/help/help-link";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { opensHere } from "@/components/ui/lists/row-click";
import { QUEUES, type QueueId } from "@/lib/domain/board-row/queues";
import { type BoardQuery, boardHref, isNarrowed } from "@/lib/features/board/rules/board-address";

const EMPTY_QUEUES: Readonly<Record<string, string>> = {
  expired: "No last free day has passed.",
  "pull-today": "No ready containers are due within three business days.",
  "no-appointment": "All ready containers have an appointment or a planned pickup.",
  "planned-today":
    "No pickup or empty return is planned for today. Plan one in a row of the board or on a container’s page.",
  held: "No container on hold is near its last free day.",
  "follow-up-due": "No follow-ups are due. Log follow-ups on a container’s page.",
  arriving: "No arrivals are expected within three business days.",
  "empty-due": "All picked-up containers have been returned empty.",
  unreadable: "All holds and availabilities could be read.",
  stale: "All terminals were checked in the last 24 hours.",
};

/** The message for an empty board: the reason and the next step. */
export function EmptyBoard({
  query,
  all,
  changed,
  onClear,
  onQueue,
  onChanges,
}: {
  query: BoardQuery;
  /** The total number of containers. */
  all: number;
  /** The number of containers with unseen changes in the whole account. */
  changed: number;
  onClear: () => void;
  onQueue: (queue: QueueId) => void;
  /** Shows all containers with unseen changes. */
  onChanges: () => void;
}) {
  if (query.changed)
    return (
      <Notice
        title={changed > 0 ? "No unseen changes match this queue and its filters" : "No unseen changes"}
        action={
          <>
            {changed > 0 && (
              <Button variant="main" onClick={onChanges}>
                Show all {changed >= 1_000 ? "1,000+" : changed} changed
              </Button>
            )}
            <Button onClick={onClear}>Clear filters</Button>
          </>
        }
      >
        Changed cells stay highlighted until seen.
      </Notice>
    );
  if (isNarrowed(query)) {
    const requested = query.q === "" ? "these filters" : `“${query.q}”`;
    return (
      <Notice
        title={`No containers match ${requested}`}
        action={
          <>
            {query.queue !== "all" && (
              <a
                href={boardHref({ ...query, queue: "all" })}
                className={buttonClass("main")}
                onClick={(event) => {
                  if (!opensHere(event)) return;
                  event.preventDefault();
                  onQueue("all");
                }}
              >
                Search all queues
              </a>
            )}
            <Button onClick={onClear}>Clear filters</Button>
          </>
        }
      >
        {query.queue !== "all" && "Only this queue was searched. "}
        Case, spaces and dashes are ignored.
      </Notice>
    );
  }
  if (all === 0) {
    return (
      <Notice
        title="No containers yet"
        action={
          <Link href="/track" className={buttonClass("main")}>
            Track a container
          </Link>
        }
      >
        Enter a container, bill of lading or booking number. Containers appear when the line responds.{" "}
        <HelpLink topic="track-containers" />
      </Notice>
    );
  }
  const label = QUEUES.find((queue) => queue.id === query.queue)?.label ?? "This queue";
  return (
    <Notice title={`${label}: none`}>
      {EMPTY_QUEUES[query.queue] ?? ""} <HelpLink topic="queues-of-the-board">About queues</HelpLink>
    </Notice>
  );
}

/** The message when rows could not be read, with a retry button. */
export function BoardError({
  error,
  onRetry,
  unread = false,
  page = "/board",
  of = "the board",
}: {
  error: Error;
  onRetry: () => void;
  /** Whether there are no rows below, because none could be read. */
  unread?: boolean;
  /** The page to return to after sign-in. */
  page?: string;
  /** The list that could not be read. */
  of?: string;
}) {
  const old = unread ? "" : " Data may be out of date.";
  const signedOut = error instanceof BoardRequestError && error.status === 401;
  return (
    <div
      role="alert"
      className="mb-2.5 flex shrink-0 flex-wrap items-center gap-3 rounded-card border border-late/40 bg-late-soft px-3.5 py-2"
    >
      <p className="flex-1">
        <b className="font-[580] text-late">
          {signedOut ? "You are signed out." : `Couldn’t ${unread ? "read" : "refresh"} ${of}.`}
        </b>
        {signedOut ? old : ` ${error.message}${old}`}
      </p>
      {signedOut ? (
        <a href={`/sign-in?callbackUrl=${page}`} className={buttonClass()}>
          Sign in
        </a>
      ) : (
        <Button onClick={onRetry}>Retry</Button>
      )}
    </div>
  );
}
