import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { PlanView } from "@/components/moves/day-plan/plan-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import type { Address } from "@/lib/platform/database/storable-id";
import { readPlanPage } from "./read-plan-page";

export const metadata: Metadata = { title: "Day plan" };

type Props = { searchParams: Promise<Address> };

async function Plan({ searchParams }: Props) {
  const { plan, query, problems, now } = await readPlanPage(await searchParams);
  return (
    <PlanView plan={plan} query={query} problems={problems} readAt={now.toISOString()} now={now.getTime()} />
  );
}

export default function PlanPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Day plan" />}>
      <UserDisplay>
        <Plan {...props} />
      </UserDisplay>
    </Suspense>
  );
}
