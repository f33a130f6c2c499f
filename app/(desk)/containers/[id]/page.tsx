import type { Metadata } from "next";
import { Suspense } from "react";
import NotHeld from "@/app/(desk)/not-found";
import { ContainerView } from "@/components/container/container-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { readContainerPage, readParties } from "@/lib/mirror/cached/reads";
import { assignPartyAction, removePartyAction } from "./actions";

export const metadata: Metadata = { title: "Container" };

type Props = { params: Promise<{ id: string }> };

async function LoadedContainer({ params }: Props) {
  await requirePageSession();
  const id = decodeURIComponent((await params).id);
  const [page, { parties }] = await Promise.all([readContainerPage(id), readParties()]);
  // The frame is sent already: an error of the router would be one in the browser, too.
  if (!page) return <NotHeld />;
  return (
    <ContainerView
      data={page}
      parties={parties}
      now={Date.now()}
      assignAction={assignPartyAction}
      removeAction={removePartyAction}
    />
  );
}

export default function ContainerPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton aside />}>
      <LoadedContainer {...props} />
    </Suspense>
  );
}
