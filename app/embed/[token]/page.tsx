import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openEmbedHere, readEmbedLook, showEmbed } from "@/app/embed/embedded";
import { EmbedFrame } from "@/components/embed/embed-frame";
import { EmbedHeight } from "@/components/embed/embed-height";
import { LookupForm } from "@/components/embed/lookup-form";
import { ClockStart } from "@/components/live/clock";
import { ShownLive } from "@/components/shown/shown-live";
import { ShownView } from "@/components/shown/shown-view";
import { versionOf } from "@/lib/share/version";

export const metadata: Metadata = {
  title: "Embedded",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Answered whole: what a token does not open is told in the answer's first line.
export const instant = false;

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

function Nothing({ lookup, number }: { lookup: boolean; number: string }) {
  if (!lookup) return <p role="status">What stood here is there no more. Ask who put it here for another.</p>;
  return number !== "" && <p role="status">Nothing here has exactly the number “{number}”.</p>;
}

/** What an embed shows, for the pages of the sites it was made for. It needs no cookie. */
export default async function EmbedPage({ params, searchParams }: Props) {
  const { token } = await params;
  const opened = await openEmbedHere(token);
  if (opened === null) notFound();
  const { theme, locale, number, page, kept } = readEmbedLook(await searchParams);
  const shown = await showEmbed(opened.settings, { number, page });
  const now = Date.now();
  const here = `/embed/${encodeURIComponent(token)}`;
  const address = `/api${here}?${new URLSearchParams({ number, page: String(page) })}`;
  return (
    <ClockStart at={now}>
      <EmbedFrame
        theme={theme}
        lookup={opened.settings.about.kind === "lookup" ? <LookupForm number={number} kept={kept} /> : null}
        live={<ShownLive address={address} version={versionOf(shown)} />}
        label={opened.token.label}
      >
        {shown ? (
          <ShownView
            shown={shown}
            look={{ now, locale }}
            pageHref={(other) => `${here}?${new URLSearchParams({ ...kept, page: String(other) })}`}
          />
        ) : (
          <Nothing lookup={opened.settings.about.kind === "lookup"} number={number} />
        )}
      </EmbedFrame>
      <EmbedHeight origins={opened.settings.origins} />
    </ClockStart>
  );
}
