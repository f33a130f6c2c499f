import { redirect } from "next/navigation";
import { Suspense } from "react";
import { BoardSkeleton } from "@/components/board/board-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { findNumber } from "@/lib/mirror/find";

type Props = { searchParams: Promise<{ q?: string | string[] }> };

async function Find({ searchParams }: Props): Promise<never> {
  await requirePageSession();
  const { q } = await searchParams;
  const asked = [q].flat()[0]?.replaceAll("\0", "").slice(0, 200) ?? "";
  const found = await findNumber(db(), asked);
  if (found.page === "list") redirect(asked ? `/board?q=${encodeURIComponent(asked)}` : "/board");
  redirect(`/${found.page}s/${encodeURIComponent(found.id)}`);
}

/** The deep link `/find?q=`: opens the best match of a container, BOL, booking or reference number. */
export default function FindPage(props: Props) {
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <Find {...props} />
    </Suspense>
  );
}
