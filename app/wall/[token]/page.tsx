import type { Metadata } from "next";
import { connection } from "next/server";
import { feedRequests } from "@/app/_http/feed-response";
import { buildId } from "@/app/wall/build-id";
import { WallboardEnded } from "@/components/feeds/wallboard/wallboard-ended";
import { WallboardView } from "@/components/feeds/wallboard/wallboard-view";
import { readBoardFeed } from "@/lib/features/feeds/commands/feed-settings";
import { openFeed } from "@/lib/features/feeds/queries/open-feed";
import { readWallboard } from "@/lib/features/feeds/queries/wallboard";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = {
  title: "Dispatch office",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Nothing is rendered before the token is checked.
export const instant = false;

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ theme?: string | string[] }>;
};

/** The wallboard of the dispatch office. Shown to every visitor with its address, signed in or not. */
export default async function WallPage({ params, searchParams }: Props) {
  await connection();
  const [{ token }, { theme }] = await Promise.all([params, searchParams]);
  const now = new Date();
  const opened = await openFeed({ db: db(), requests: feedRequests() }, "wall", token, now);
  const light = theme === "light";
  // Not `notFound()`: its page has no text in the HTML. The proxy sets the status.
  if (opened.state === "unknown")
    return (
      <WallboardEnded
        text="No wallboard found at this address. Check that you copied the whole address."
        light={light}
      />
    );
  if (opened.state === "ended") return <WallboardEnded text={opened.text} light={light} />;
  if (opened.state === "wait")
    return (
      <WallboardEnded
        text={`Too many wallboards use this address. Reload in ${opened.seconds}s.`}
        light={light}
      />
    );
  const { label, settings } = opened.token;
  const { viewName } = readBoardFeed(settings);
  return (
    <WallboardView
      initial={await readWallboard(db(), opened.query, buildId(), now)}
      dataAddress={`/wall/${token}/data`}
      label={label}
      viewName={viewName}
      light={light}
    />
  );
}
