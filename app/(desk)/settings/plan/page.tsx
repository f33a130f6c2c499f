import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { checkConnectionAction } from "@/app/(desk)/settings/connection/actions";
import { PlanView } from "@/components/settings/plan/plan-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { readPlanPage } from "./read-plan-page";

export const metadata: Metadata = { title: "Plan and limits" };

async function LoadedPlan() {
  await requirePageSession("desk");
  return <PlanView initial={await readPlanPage()} checkAction={checkConnectionAction} />;
}

export default function PlanPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <PersonDisplay>
        <LoadedPlan />
      </PersonDisplay>
    </Suspense>
  );
}
