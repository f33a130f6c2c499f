import type { Metadata } from "next";
import { cookies } from "next/headers";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { makeShareLinkAction } from "@/app/(dashboard)/settings/shared-links/actions";
import { Board, type BoardStart } from "@/components/board/board";
import { BoardSkeleton } from "@/components/board/board-skeleton";
import type { BoardActions } from "@/components/board/page-data";
import { ShareProvider } from "@/components/sharing/links/share-provider";
import { NavigationSuspense } from "@/components/shell/navigation-suspense";
import { PAGE_SIZE } from "@/components/ui/lists/page-size";
import { may } from "@/lib/auth/access/roles";
import { requirePageSession, type Session } from "@/lib/auth/sign-in/current-session";
import { readBoardSettings } from "@/lib/features/board/commands/board-settings";
import { beginMarks } from "@/lib/features/board/commands/seen-rows";
import { boardPageJson } from "@/lib/features/board/queries/board";
import { addressParams } from "@/lib/features/board/queries/filter-sql";
import { listGroups } from "@/lib/features/board/queries/groups";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { WIDE_SCREEN_COOKIE } from "@/lib/features/board/rules/column-layout";
import { listFieldNames } from "@/lib/features/custom-fields/queries/definitions";
import { listViews, type ViewList } from "@/lib/features/saved-views/commands";
import { db } from "@/lib/platform/database/client";
import type { Address } from "@/lib/platform/database/storable-id";
import { changeViewAction, deleteViewAction, saveViewAction, setDefaultViewAction } from "./actions";

export const metadata: Metadata = { title: "Board" };

const ACTIONS: BoardActions = {
  saveView: saveViewAction,
  changeView: changeViewAction,
  deleteView: deleteViewAction,
  setDefaultView: setDefaultViewAction,
};

/** The query parameters that apply to an address without parameters: those of the user's default view. */
function beginningOf({ views, defaultViewId }: ViewList): string {
  const view = views.find(({ id }) => id === defaultViewId);
  if (!view) return "";
  return [`view=${view.id}`, view.address].filter(Boolean).join("&");
}

async function readStart(session: Session, requested: Address): Promise<BoardStart> {
  const params = addressParams(requested);
  const listedViews = listViews(db(), session);
  async function readRows() {
    const { query } = readBoardQuery(
      params.size > 0 ? params : new URLSearchParams(beginningOf(await listedViews)),
    );
    const now = new Date();
    return Promise.all([
      boardPageJson(db(), query, { offset: 0, limit: PAGE_SIZE }, now, session.userId),
      query.group ? listGroups(db(), query, query.group, now, session.userId) : null,
    ]);
  }
  const [[rows, groups], views, settings, fieldNames, jar] = await Promise.all([
    readRows(),
    listedViews,
    readBoardSettings(db(), session),
    listFieldNames(db()),
    cookies(),
    beginMarks(db(), session),
  ]);
  const wide = jar.get(WIDE_SCREEN_COOKIE)?.value === "1";
  return { rows, groups, views, settings, wide, fieldNames, beginning: beginningOf(views) };
}

type Props = { searchParams: Promise<Address> };

async function LoadedBoard({ searchParams }: Props) {
  const session = await requirePageSession("dashboard");
  return (
    <ShareProvider create={may(session.role, "share") ? makeShareLinkAction : null}>
      <Board start={await readStart(session, await searchParams)} actions={ACTIONS} />
    </ShareProvider>
  );
}

export default function BoardPage(props: Props) {
  return (
    <NavigationSuspense fallback={<BoardSkeleton />}>
      <UserDisplay>
        <LoadedBoard {...props} />
      </UserDisplay>
    </NavigationSuspense>
  );
}
