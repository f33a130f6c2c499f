import type { Metadata } from "next";
import { openEmbedHere, readEmbedDisplay, showEmbed } from "@/app/embed/embedded";
import { LocaleDisplay } from "@/components/preferences/locale";
import { EmbedFrame } from "@/components/sharing/embeds/embed-frame";
import { EmbedHeight } from "@/components/sharing/embeds/embed-height";
import { LookupForm } from "@/components/sharing/embeds/lookup-form";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { NoteSeen } from "@/components/sharing/pages/note-seen";
import { SharedNotice } from "@/components/sharing/pages/page-frame";
import { SharedView } from "@/components/sharing/pages/shared-view";
import { ClockStart } from "@/components/time/clock";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { config } from "@/lib/platform/config/config";
import { readLocale } from "@/lib/platform/text/locale";

export const metadata: Metadata = {
  title: "Embedded",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Not streamed, so that an invalid token can set the response status.
export const instant = false;

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

function Nothing({ lookup, number }: { lookup: boolean; number: string }) {
  if (!lookup)
    return <p role="status">This content is no longer available. Contact the owner of this site.</p>;
  return number !== "" && <p role="status">No exact match for “{number}”.</p>;
}

/** The content of an embed, for the sites that it was created for. Requires no cookie. */
export default async function EmbedPage({ params, searchParams }: Props) {
  const { token } = await params;
  const opened = await openEmbedHere(token);
  // Not `notFound()`: its page has no text in the HTML. The proxy sets the status. An unknown and a revoked embed look
  // the same.
  if (opened === null)
    return <SharedNotice title="Embed not found">Contact the owner of this site.</SharedNotice>;
  const { theme, locale, number, page, kept } = readEmbedDisplay(await searchParams);
  const installation = config().locale;
  const shared = await showEmbed(opened.settings, { number, page });
  const now = Date.now();
  const here = `/embed/${encodeURIComponent(token)}`;
  const address = `/api${here}?${new URLSearchParams({ number, page: String(page) })}`;
  return (
    <ClockStart at={now}>
      <EmbedFrame
        theme={theme}
        lookup={opened.settings.about.kind === "lookup" ? <LookupForm number={number} kept={kept} /> : null}
        live={<SharedLive address={address} version={versionOf(shared)} readAt={now} />}
        label={opened.token.label}
      >
        <LocaleDisplay locale={readLocale(locale) ?? installation}>
          {shared ? (
            <SharedView
              data={shared}
              display={{ now, locale: locale ?? installation }}
              pageHref={(other) => `${here}?${new URLSearchParams({ ...kept, page: String(other) })}`}
            />
          ) : (
            <Nothing lookup={opened.settings.about.kind === "lookup"} number={number} />
          )}
        </LocaleDisplay>
      </EmbedFrame>
      <NoteSeen address={`/api${here}`} />
      <EmbedHeight origins={opened.settings.origins} />
    </ClockStart>
  );
}
