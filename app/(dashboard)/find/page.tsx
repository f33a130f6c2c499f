import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { FindView } from "@/components/find/find-view";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { findMatches, readAsked } from "@/lib/features/search/queries/find-numbers";
import { findRecords } from "@/lib/features/search/queries/find-records";
import { readFrom } from "@/lib/platform/database/read-replica";

export const metadata: Metadata = { title: "Find" };

/** Maximum number of names and notes per kind. */
const EACH = 20;

type Props = { searchParams: Promise<{ q?: string | string[] }> };

async function Find({ searchParams }: Props) {
  const { userId } = await requirePageSession("dashboard");
  const { q } = await searchParams;
  const requested = readAsked([q].flat()[0] ?? "");
  if (requested === "") redirect("/board");
  const { matches, more, whole } = await readFrom((db) => findMatches(db, requested));
  // A part of a number can be meant as a part of a name.
  const named = whole
    ? []
    : await readFrom((db) => findRecords(db, requested, { reader: userId, each: EACH }));
  const others = named.filter(({ kind }) => kind !== "container" && kind !== "shipment");
  const [first] = matches;
  if (first && matches.length === 1 && others.length === 0)
    redirect(`/${first.page}s/${encodeURIComponent(first.id)}`);
  return <FindView asked={requested} matches={matches} more={more} others={others} />;
}

/**
 * The deep link `/find?q=`. Opens the best match of a container, BOL, booking or reference number, or lists the
 * matches, also those by name or note.
 */
export default function FindPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton title="Find" />}>
      <Find {...props} />
    </Suspense>
  );
}
