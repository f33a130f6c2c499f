import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { SystemView } from "@/components/system/system-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readSystem } from "@/lib/features/system/queries";

export const metadata: Metadata = { title: "System" };

async function LoadedSystem() {
  await requirePageSession("administer");
  return <SystemView initial={await readSystem()} />;
}

export default function SystemPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedSystem />
    </Suspense>
  );
}
