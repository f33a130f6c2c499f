import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { readCustomerContainer } from "@/app/my/read-container";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { SharedFrame } from "@/components/sharing/pages/page-frame";
import { SharedDocuments } from "@/components/sharing/pages/shared-documents";
import { SharedView } from "@/components/sharing/pages/shared-view";
import { ClockStart } from "@/components/time/clock";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readCompany } from "@/lib/features/company/queries";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Container" };

// Not streamed, so that another customer's container gives status 404.
export const instant = false;

type Props = { params: Promise<{ id: string }> };

/** The page of one of a customer's own containers. */
export default async function CustomerContainerPage({ params }: Props) {
  await connection();
  const { userId } = await requirePageSession("containers");
  const id = decodeURIComponent((await params).id);
  const found = await readCustomerContainer(userId, id);
  if (!found) notFound();
  const now = Date.now();
  const display = { now, locale: config().locale };
  return (
    <ClockStart at={now}>
      <SharedFrame
        title="Your container"
        company={await readCompany(db())}
        live={
          <SharedLive
            address={`/api/my?container=${encodeURIComponent(id)}`}
            version={versionOf(found)}
            readAt={now}
          />
        }
      >
        <p className="mb-2 print:hidden">
          <Link href="/my" className="text-accent underline">
            Your containers
          </Link>
        </p>
        <SharedView data={found.shared} display={display} pageHref={() => "/my"} />
        <SharedDocuments
          documents={found.documents}
          hrefOf={(document) => `/api/my/document?${new URLSearchParams({ container: id, id: document })}`}
          display={display}
        />
      </SharedFrame>
    </ClockStart>
  );
}
