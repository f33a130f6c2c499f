import type { Metadata } from "next";
import { Suspense } from "react";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { makeShareLinkAction } from "@/app/(desk)/settings/shared-links/actions";
import { Board, type BoardStart } from "@/components/board/board";
import type { BoardActions } from "@/components/board/board-page-data";
import { BoardSkeleton } from "@/components/board/board-skeleton";
import { ShareDoor } from "@/components/share/share-door";
import { PAGE_SIZE } from "@/components/ui/list-page";
import { may } from "@/lib/auth/access";
import { requirePageSession, type Session } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { readBoardSettings } from "@/lib/desk-work/board-settings";
import { beginMarks } from "@/lib/desk-work/looks";
import { listViews, type ViewList } from "@/lib/desk-work/views";
import { readBoardQuery } from "@/lib/dispatch/board-query";
import type { Address } from "@/lib/mirror/address";
import { boardPageJson } from "@/lib/mirror/board";
import { addressParams } from "@/lib/mirror/board-filter";
import { listGroups } from "@/lib/mirror/board-groups";
import { changeViewAction, deleteViewAction, saveViewAction, setDefaultViewAction } from "./actions";

export const metadata: Metadata = { title: "Board" };

const ACTIONS: BoardActions = {
  saveView: saveViewAction,
  changeView: changeViewAction,
  deleteView: deleteViewAction,
  setDefaultView: setDefaultViewAction,
};

/** The parameters that the bare address stands for: those of the view the person begins with. */
function beginningOf({ views, defaultViewId }: ViewList): string {
  const view = views.find(({ id }) => id === defaultViewId);
  if (!view) return "";
  return [`view=${view.id}`, view.address].filter(Boolean).join("&");
}

async function readStart(session: Session, asked: Address): Promise<BoardStart> {
  const [, views, settings] = await Promise.all([
    beginMarks(db(), session),
    listViews(db(), session),
    readBoardSettings(db(), session),
  ]);
  const beginning = beginningOf(views);
  const params = addressParams(asked);
  const { query } = readBoardQuery(params.size > 0 ? params : new URLSearchParams(beginning));
  const now = new Date();
  const [text, groups] = await Promise.all([
    boardPageJson(db(), query, { offset: 0, limit: PAGE_SIZE }, now, session.userId),
    query.group ? listGroups(db(), query, query.group, now, session.userId) : null,
  ]);
  return { rows: JSON.parse(text), groups, views, settings, beginning };
}

type Props = { searchParams: Promise<Address> };

async function LoadedBoard({ searchParams }: Props) {
  const session = await requirePageSession("desk");
  return (
    <ShareDoor make={may(session.role, "share") ? makeShareLinkAction : null}>
      <Board start={await readStart(session, await searchParams)} actions={ACTIONS} />
    </ShareDoor>
  );
}

export default function BoardPage(props: Props) {
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <PersonDisplay>
        <LoadedBoard {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
