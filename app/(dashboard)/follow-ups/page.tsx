import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { dropFollowUpAction, logFollowUpAction } from "@/app/(dashboard)/containers/[id]/follow-up-actions";
import { FollowUpsView } from "@/components/holds/follow-ups-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { listOpenFollowUps } from "@/lib/features/holds/queries";
import { FOLLOW_UPS_PER_PAGE } from "@/lib/features/holds/rules";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Follow-ups" };

type Props = { searchParams: Promise<{ page?: string | string[] }> };

/** More pages than any account has. */
const MAX_PAGE = 10_000;

function pageOf(input: string | string[] | undefined): number {
  const page = Number([input].flat()[0] ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

async function FollowUps({ searchParams }: Props) {
  await requirePageSession("dashboard");
  const offset = (pageOf((await searchParams).page) - 1) * FOLLOW_UPS_PER_PAGE;
  const readAt = new Date();
  const list = await listOpenFollowUps(db(), { limit: FOLLOW_UPS_PER_PAGE, offset });
  return (
    <FollowUpsView
      list={list}
      offset={offset}
      readAt={readAt.toISOString()}
      now={readAt.getTime()}
      actions={{ log: logFollowUpAction, drop: dropFollowUpAction }}
    />
  );
}

export default function FollowUpsPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Follow-ups" />}>
      <UserDisplay>
        <FollowUps {...props} />
      </UserDisplay>
    </Suspense>
  );
}
