import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { checkConnectionAction } from "@/app/(dashboard)/settings/connection/actions";
import { PlanView } from "@/components/connection/plan/plan-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readPlanPage } from "@/lib/features/connection/queries/plan-page";

export const metadata: Metadata = { title: "Plan and limits" };

async function LoadedPlan() {
  await requirePageSession("dashboard");
  return <PlanView initial={await readPlanPage()} checkAction={checkConnectionAction} />;
}

export default function PlanPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedPlan />
      </UserDisplay>
    </Suspense>
  );
}
