import type { Metadata } from "next";
import { Suspense } from "react";
import { readPersonPreferences } from "@/app/(desk)/person-preferences";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { YouView } from "@/components/settings/you-view";
import { requirePageSession } from "@/lib/auth/session";

export const metadata: Metadata = { title: "You" };

async function LoadedYou() {
  const { userId, name, email } = await requirePageSession("desk");
  return <YouView name={name ?? email} preferences={await readPersonPreferences(userId)} now={Date.now()} />;
}

export default function YouPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedYou />
    </Suspense>
  );
}
