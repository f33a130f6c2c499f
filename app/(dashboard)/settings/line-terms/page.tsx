import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readLineTerms } from "@/app/(dashboard)/settings/readings";
import { LineTermsView } from "@/components/moves/settings/per-diem-terms-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { removeLineTermsAction, setLineTermsAction } from "./actions";

export const metadata: Metadata = { title: "Per diem terms" };

async function LoadedLineTerms() {
  await requirePageSession("dashboard");
  const { lines } = await readLineTerms();
  const actions = { set: setLineTermsAction, remove: removeLineTermsAction };
  return <LineTermsView lines={lines} actions={actions} now={Date.now()} />;
}

export default function LineTermsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <PersonDisplay>
        <LoadedLineTerms />
      </PersonDisplay>
    </Suspense>
  );
}
