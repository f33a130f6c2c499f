import type { Metadata } from "next";
import { Suspense } from "react";
import { readRequests } from "@/app/(desk)/settings/readings";
import { RequestsView } from "@/components/settings/requests-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Requests" };

async function LoadedRequests() {
  await requirePageSession("desk");
  return <RequestsView initial={await readRequests()} />;
}

export default function RequestsPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedRequests />
    </Suspense>
  );
}
