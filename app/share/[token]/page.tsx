import type { Metadata } from "next";
import { Suspense } from "react";
import { openVisit, readPageNumber, showLink } from "@/app/share/visitor";
import { DispatchContact } from "@/components/sharing/pages/dispatch-contact";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { NoteSeen } from "@/components/sharing/pages/note-seen";
import { SharedFrame, SharedNotice } from "@/components/sharing/pages/page-frame";
import { PasscodeForm } from "@/components/sharing/pages/passcode-form";
import { SharedDocuments } from "@/components/sharing/pages/shared-documents";
import { SharedView } from "@/components/sharing/pages/shared-view";
import { DriverReporting } from "@/components/sharing/reporting/driver-reporting";
import { ClockStart } from "@/components/time/clock";
import { readCompany } from "@/lib/features/company/queries";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { enterPasscodeAction } from "./actions";

export const metadata: Metadata = {
  title: "Shared",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Not streamed, so that an invalid link can set the response status.
export const instant = false;

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
};

/** The shared view of a link, for every visitor with its address. */
export default async function SharePage({ params, searchParams }: Props) {
  const { token } = await params;
  const visit = await openVisit(token);
  // Not `notFound()`: its page has no text in the HTML. The proxy sets the status. It does not reveal whether the link
  // ever existed.
  if (visit.state === "unknown")
    return <SharedNotice title="Link not found">Check that you copied the whole link.</SharedNotice>;
  if (visit.state === "busy")
    return <SharedNotice title="Too many requests">Try again in {visit.waitSeconds} seconds.</SharedNotice>;
  if (visit.state === "expired")
    return <SharedNotice title="This link has expired">Ask the sender for a new link.</SharedNotice>;
  if (visit.state === "revoked")
    return <SharedNotice title="This link was revoked">Ask the sender for a new link.</SharedNotice>;
  if (visit.state === "locked") return <PasscodeForm token={token} action={enterPasscodeAction} />;

  const page = readPageNumber((await searchParams).page);
  const shown = await showLink(visit, page);
  const { shared, reporting, documents } = shown;
  if (!shared)
    return (
      <SharedNotice title="Nothing to show">
        This content is no longer available. Ask the sender for a new link.
      </SharedNotice>
    );
  const now = Date.now();
  const display = { now, locale: config().locale };
  const here = `/share/${encodeURIComponent(token)}`;
  return (
    <ClockStart at={now}>
      <SharedFrame
        title={visit.token.label}
        company={await readCompany(db())}
        live={<SharedLive address={`/api${here}?page=${page}`} version={versionOf(shown)} readAt={now} />}
      >
        <NoteSeen address={`/api${here}`} />
        {visit.settings.dispatchPhone && <DispatchContact phone={visit.settings.dispatchPhone} />}
        <SharedView
          data={shared}
          display={display}
          pageHref={(other) => `${here}?page=${other}`}
          actions={
            // The content is shown also when this fails.
            <Suspense>
              {reporting && (
                <DriverReporting address={`/api${here}`} reporting={reporting} display={display} />
              )}
            </Suspense>
          }
        />
        <SharedDocuments
          documents={documents}
          hrefOf={(id) => `/api${here}/document?${new URLSearchParams({ id })}`}
          display={display}
        />
      </SharedFrame>
    </ClockStart>
  );
}
