import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { readTerminalHours } from "@/app/(desk)/settings/readings";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { TerminalHoursView } from "@/components/settings/terminal-hours-view";
import { requirePageSession } from "@/lib/auth/session";
import { setTerminalHoursAction } from "./actions";

export const metadata: Metadata = { title: "Terminal hours" };

async function LoadedTerminalHours() {
  await requirePageSession("desk");
  const { terminals } = await readTerminalHours();
  return <TerminalHoursView terminals={terminals} action={setTerminalHoursAction} now={Date.now()} />;
}

export default function TerminalHoursPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <PersonDisplay>
        <LoadedTerminalHours />
      </PersonDisplay>
    </Suspense>
  );
}
