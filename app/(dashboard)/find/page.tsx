import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { FindView } from "@/components/find/find-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { findMatches, readAsked } from "@/lib/features/search/queries/find-numbers";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Find" };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

async function Find({ searchParams }: Props) {
  await requirePageSession("dashboard");
  const { q } = await searchParams;
  const requested = readAsked([q].flat()[0] ?? "");
  if (requested === "") redirect("/board");
  const { matches, more } = await findMatches(db(), requested);
  const [first] = matches;
  if (first && matches.length === 1) redirect(`/${first.page}s/${encodeURIComponent(first.id)}`);
  return <FindView asked={requested} matches={matches} more={more} />;
}

/**
 * The deep link `/find?q=`. Opens the best match of a container, BOL, booking or reference number, or lists the
 * matches.
 */
export default function FindPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Find" />}>
      <Find {...props} />
    </Suspense>
  );
}
