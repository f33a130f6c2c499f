import type { Metadata } from "next";
import { Suspense } from "react";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { ActivityView } from "@/components/activity/activity-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { knownZone } from "@/lib/domain/time/zoned-time";
import { listActivity, listActivityChoices } from "@/lib/features/activity/queries";
import { readActivityQuery } from "@/lib/features/activity/rules/activity-address";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Audit log" };

const A_PAGE = 100;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function LoadedActivity({ searchParams }: Props) {
  const { userId } = await requirePageSession("administer");
  const input = Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0] ?? ""]);
  const query = readActivityQuery(new URLSearchParams(input));
  const zone = knownZone((await readUserPreferences(userId)).zone) ?? "UTC";
  const [actions, choices] = await Promise.all([
    listActivity(db(), query, { zone, limit: A_PAGE + 1 }),
    listActivityChoices(db()),
  ]);
  return (
    <ActivityView
      // A form keeps its chosen values. A new key resets it when the address changes.
      key={JSON.stringify(query)}
      query={query}
      actions={actions.slice(0, A_PAGE)}
      more={actions.length > A_PAGE}
      choices={choices}
      zone={zone}
      now={Date.now()}
    />
  );
}

export default function ActivityPage(props: Props) {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedActivity {...props} />
    </Suspense>
  );
}
