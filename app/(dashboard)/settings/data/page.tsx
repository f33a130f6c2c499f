import type { Metadata } from "next";
import { Suspense } from "react";
import { RetentionView } from "@/components/retention/retention-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readRetention, readRetentionState, readTableSizes } from "@/lib/features/retention/queries";
import { db } from "@/lib/platform/database/client";
import { previewRetentionAction, saveRetentionAction } from "./actions";

export const metadata: Metadata = { title: "Data" };

async function LoadedData() {
  await requirePageSession("administer");
  return (
    <RetentionView
      retention={await readRetention(db())}
      state={await readRetentionState(db())}
      tables={await readTableSizes(db())}
      actions={{ preview: previewRetentionAction, save: saveRetentionAction }}
    />
  );
}

export default function DataPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedData />
    </Suspense>
  );
}
