import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { SharedLinksView } from "@/components/share/shared-links-view";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { listShareLinks } from "@/lib/share/share-links";
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
