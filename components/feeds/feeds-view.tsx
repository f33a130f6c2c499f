import { CopyText } from "@/components/settings/fact-list";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import type { FeedEntry } from "@/lib/features/feeds/rules/settings-data";
import { FeedList } from "./feed-list";
import type { FeedsActions } from "./feeds-data";
import { NewFeed } from "./new-feed";

/** Settings → Feeds and wallboards. `now` is the present instant, epoch ms; `apiAddress` where programs read. */
export function FeedsView({
  feeds,
  views,
  apiAddress,
  administers,
  actions,
  now,
}: {
  feeds: readonly FeedEntry[];
  views: readonly { id: string; name: string }[];
  apiAddress: string;
  administers: boolean;
  actions: FeedsActions;
  now: number;
}) {
  const status = feeds.filter(({ state }) => state === "open");
  const ended = feeds.filter(({ state }) => state !== "open");
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Feeds and wallboards" stale={false}>
        Calendars of deadlines and appointments, wallboards for the dispatch office, and tokens for programs
        on your network that read containers. Anyone with the address or token can read what it shows without
        signing in. Share it with care, and revoke it when it is no longer needed.
      </SettingsIntro>
      <NewFeed views={views} administers={administers} actions={actions} />
      <Card title="Active" aside={status.length > 0 ? `${status.length} active` : undefined}>
        {status.length === 0 ? (
          <p className="py-2 text-ink-2">
            No feeds yet. Create a calendar for your phone or a wallboard for the office above.
          </p>
        ) : (
          <FeedList feeds={status} administers={administers} actions={actions} />
        )}
      </Card>
      {ended.length > 0 && (
        <details className="rounded-card border border-line bg-surface px-3.5 py-3">
          <summary className="text-note font-[560] text-ink-2">Ended, {ended.length}</summary>
          <div className="mt-2">
            <FeedList feeds={ended} administers={administers} actions={actions} />
          </div>
        </details>
      )}
      <Card title="API">
        <p className="mb-2 max-w-[75ch] text-ink-2">
          Containers as JSON, with the board’s filters. Send the token as{" "}
          <code className="font-mono">Authorization: Bearer</code>. The OpenAPI description lists the
          responses.
        </p>
        <div className="flex flex-col gap-1">
          <CopyText text={`${apiAddress}/containers`} what="containers address" />
          <CopyText text={`${apiAddress}/openapi.json`} what="description address" />
        </div>
      </Card>
    </ClockStart>
  );
}
