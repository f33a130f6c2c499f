import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { SharedLinksView } from "@/components/sharing/links/shared-links-view";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { listShareLinks } from "@/lib/features/sharing/links/share-links";
import { db } from "@/lib/platform/database/client";
import { revokeShareLinkAction } from "./actions";

export const metadata: Metadata = { title: "Shared links" };

async function LoadedLinks() {
  await requirePageSession("share");
  const now = new Date();
  const links = await listShareLinks(db(), now);
  return <SharedLinksView links={links} now={now.getTime()} revoke={revokeShareLinkAction} />;
}

export default function SharedLinksPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedLinks />
    </Suspense>
  );
}
