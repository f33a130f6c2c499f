import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { readReconciliation } from "@/app/(desk)/settings/readings";
import { ReconciliationView } from "@/components/settings/reconciliation-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { startRoundAction } from "./actions";

export const metadata: Metadata = { title: "Reconciliation" };

async function LoadedReconciliation() {
  await requirePageSession("desk");
  return <ReconciliationView initial={await readReconciliation()} startAction={startRoundAction} />;
}

export default function ReconciliationPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <PersonDisplay>
        <LoadedReconciliation />
      </PersonDisplay>
    </Suspense>
  );
}
