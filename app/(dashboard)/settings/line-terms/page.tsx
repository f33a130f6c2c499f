import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readPerDiemTerms } from "@/app/(dashboard)/settings/readings";
import { PerDiemTermsView } from "@/components/moves/settings/per-diem-terms-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { removePerDiemTermsAction, setPerDiemTermsAction } from "./actions";

export const metadata: Metadata = { title: "Per diem terms" };

async function LoadedPerDiemTerms() {
  await requirePageSession("dashboard");
  const { lines } = await readPerDiemTerms();
  const actions = { set: setPerDiemTermsAction, remove: removePerDiemTermsAction };
  return <PerDiemTermsView lines={lines} actions={actions} now={Date.now()} />;
}

export default function LineTermsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedPerDiemTerms />
      </UserDisplay>
    </Suspense>
  );
}
