import type { Metadata } from "next";
import { Suspense } from "react";
import { Board } from "@/components/board/board";
import type { BoardPageData } from "@/components/board/board-page-data";
import { PAGE_SIZE } from "@/components/board/board-page-data";
import { BoardSkeleton } from "@/components/board/board-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { boardPageJson } from "@/lib/mirror/board";
import { readBoardFilter } from "@/lib/mirror/board-filter";

export const metadata: Metadata = { title: "Board" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

async function LoadedBoard({ searchParams }: Props) {
  const { userId } = await requirePageSession();
  const query = readBoardFilter(await searchParams);
  const stretch = { offset: 0, limit: PAGE_SIZE };
  const initial: BoardPageData = JSON.parse(await boardPageJson(db(), query, stretch, new Date(), userId));
  return <Board initial={initial} />;
}

export default function BoardPage(props: Props) {
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <LoadedBoard {...props} />
    </Suspense>
  );
}
