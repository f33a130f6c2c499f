import type { Metadata } from "next";
import { Suspense } from "react";
import { HelpView } from "@/components/help/help-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readHelp } from "@/lib/features/help/read-help";

export const metadata: Metadata = { title: "Help" };

async function LoadedHelp() {
  await requirePageSession("dashboard");
  return <HelpView blocks={await readHelp()} />;
}

/** The guide for users, from docs/using.md. */
export default function HelpPage() {
  return (
    <Suspense fallback={<PageSkeleton title="Help" />}>
      <LoadedHelp />
    </Suspense>
  );
}
