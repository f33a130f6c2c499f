import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { ReconciliationView } from "@/components/connection/sync-runs/sync-runs-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readReconciliation } from "@/lib/features/connection/queries/settings-pages";
import { startSyncRunAction } from "./actions";

export const metadata: Metadata = { title: "Sync" };

async function LoadedReconciliation() {
  await requirePageSession("dashboard");
  return <ReconciliationView initial={await readReconciliation()} startAction={startSyncRunAction} />;
}

export default function ReconciliationPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedReconciliation />
      </UserDisplay>
    </Suspense>
  );
}
