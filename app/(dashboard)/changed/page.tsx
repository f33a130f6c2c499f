import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { ChangedView } from "@/components/board/changed/changed-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { knownZone } from "@/lib/domain/time/zoned-time";
import { beginMarks } from "@/lib/features/board/commands/seen-rows";
import {
  findLastSignOut,
  listChangedContainers,
  readPosition,
} from "@/lib/features/board/queries/changed-containers";
import { readSince } from "@/lib/features/board/rules/changed-since";
import { factText } from "@/lib/features/board/rules/fact-text";
import { db } from "@/lib/platform/database/client";
import type { Address } from "@/lib/platform/database/storable-id";

export const metadata: Metadata = { title: "Changed for me" };

const CONTAINERS_PER_PAGE = 50;

const first = (value: string | string[] | undefined): string | null => [value].flat()[0] ?? null;

async function Changed({ searchParams }: { searchParams: Promise<Address> }) {
  const { userId } = await requirePageSession("dashboard");
  const address = await searchParams;
  const [since, at, position] = [first(address.since), first(address.at), first(address.after)];
  const now = new Date();
  const [{ locale, ...preferences }, signedOutAt] = await Promise.all([
    readUserPreferences(userId),
    findLastSignOut(db(), userId),
    beginMarks(db(), { userId }),
  ]);
  const zone = knownZone(preferences.zone);
  const begins = readSince({ since, at }, { now, zone, signedOutAt });
  const after = position === null ? null : readPosition(position);
  const { containers, next } = await listChangedContainers(db(), userId, {
    since: begins.since,
    after,
    limit: CONTAINERS_PER_PAGE,
  });
  const more = new URLSearchParams({ after: next ?? "" });
  if (since !== null) more.set("since", since);
  if (at !== null) more.set("at", at);
  return (
    <ChangedView
      since={begins}
      zone={zone}
      containers={containers.map(({ row, changes }) => ({
        container: row,
        changes: changes.map((change) => ({
          ...factText(locale, change, row, now),
          unseen: change.unseen,
        })),
      }))}
      nextHref={next && `/changed?${more}`}
      isFirst={after === null}
      readAt={now.toISOString()}
      now={now.getTime()}
    />
  );
}

/** What changed since yesterday 5 PM or another time, of the kinds that the user chose, without the user's own edits. */
export default function ChangedPage(props: { searchParams: Promise<Address> }) {
  return (
    <Suspense fallback={<PageSkeleton title="Changed for me" />}>
      <UserDisplay>
        <Changed {...props} />
      </UserDisplay>
    </Suspense>
  );
}
