import type { Metadata } from "next";
import { Suspense } from "react";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readTerminalHours } from "@/app/(dashboard)/settings/readings";
import { TerminalHoursView } from "@/components/moves/settings/terminal-hours-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { setTerminalHoursAction } from "./actions";

export const metadata: Metadata = { title: "Terminal hours" };

async function LoadedTerminalHours() {
  await requirePageSession("dashboard");
  const { terminals } = await readTerminalHours();
  return <TerminalHoursView terminals={terminals} action={setTerminalHoursAction} now={Date.now()} />;
}

export default function TerminalHoursPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <UserDisplay>
        <LoadedTerminalHours />
      </UserDisplay>
    </Suspense>
  );
}
