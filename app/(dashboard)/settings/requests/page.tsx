import type { Metadata } from "next";
import { Suspense } from "react";
import { RequestsView } from "@/components/connection/requests/requests-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readRequests } from "@/lib/features/connection/queries/settings-pages";

export const metadata: Metadata = { title: "API usage" };

async function LoadedRequests() {
  await requirePageSession("dashboard");
  return <RequestsView initial={await readRequests()} />;
}

export default function RequestsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedRequests />
    </Suspense>
  );
}
