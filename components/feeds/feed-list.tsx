import Link from "next/link";
import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { DayText } from "@/components/time/day-text";
import { Tag } from "@/components/ui/tag";
import type { FeedEntry } from "@/lib/features/feeds/rules/settings-data";
import { type FeedsActions, KIND_LABELS } from "./feeds-data";

const CONFIRM = {
  calendar: "Phones and programs will no longer get this calendar. This can’t be undone.",
  wall: "Wallboards at this address will stop showing data within 30 seconds. This can’t be undone.",
  api: "Programs that use this token will be rejected immediately. This can’t be undone.",
} as const;

function Shows({ feed }: { feed: FeedEntry }) {
  if (feed.kind === "api") return <>reads all containers</>;
  if (!feed.readable) return <>shows nothing: its filter is invalid. Revoke it and create a new one</>;
  return (
    <>
      shows{" "}
      <Link href={feed.boardAddress} className="text-accent hover:underline">
        {feed.shows === null ? "all containers" : `a copy of the view ${feed.shows}`}
      </Link>
    </>
  );
}

function Until({ feed }: { feed: FeedEntry }) {
  if (feed.state === "revoked") return <Tag tone="plain">Revoked</Tag>;
  if (feed.state === "expired") return <Tag tone="plain">Expired</Tag>;
  if (feed.expiresAt === null) return <span>valid until revoked</span>;
  return (
    <span>
      valid until <DayText on={feed.expiresAt.slice(0, 10)} form="long" /> (UTC)
    </span>
  );
}

/** Calendars, wallboards and API tokens: content, creator, last used and a button to revoke each. */
export function FeedList({
  feeds,
  administers,
  actions,
}: {
  feeds: readonly FeedEntry[];
  administers: boolean;
  actions: FeedsActions;
}) {
  return (
    <ul>
      {feeds.map((feed) => (
        <li
          key={feed.id}
          data-feed={feed.id}
          className="flex flex-col gap-1 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0"
        >
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <Tag tone="plain">{KIND_LABELS[feed.kind]}</Tag>
            <span className="min-w-0 font-[560] wrap-anywhere">{feed.label}</span>
            <span className="text-note text-ink-2">
              <Shows feed={feed} />
            </span>
          </p>
          <p className="flex flex-wrap gap-x-2.5 text-note text-ink-2">
            <span>
              created by {feed.createdBy}, <Ago since={feed.createdAt} />
            </span>
            <span>
              {feed.lastSeenAt === null ? (
                "never used"
              ) : (
                <>
                  last used <Ago since={feed.lastSeenAt} />, {feed.views.toLocaleString("en-US")}{" "}
                  {feed.views === 1 ? "time" : "times"} total
                </>
              )}
            </span>
            <Until feed={feed} />
          </p>
          {feed.state === "open" && (feed.kind !== "api" || administers) && (
            <ActionForm
              action={feed.kind === "api" ? actions.revokeApi : actions.revoke}
              fields={{ id: feed.id }}
              label="Revoke"
              describe={feed.label}
              pendingText="Revoking…"
              variant="danger"
              confirm={CONFIRM[feed.kind]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
