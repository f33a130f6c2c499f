import type { Metadata } from "next";
import { Suspense } from "react";
import NotHeld from "@/app/(desk)/not-found";
import { PersonDisplay } from "@/app/(desk)/person-display";
import { makeShareLinkAction } from "@/app/(desk)/settings/shared-links/actions";
import { ContainerView } from "@/components/container/container-view";
import { ListSteps } from "@/components/container/list-steps";
import { ShareDoor } from "@/components/share/share-door";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { may } from "@/lib/auth/access";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { containerHref } from "@/lib/dispatch/record-href";
import { loadBeside } from "@/lib/mirror/beside";
import { readContainerPage, readParties } from "@/lib/mirror/cached/reads";
import { findNeighbours, type ListAddress, readListAddress } from "@/lib/mirror/neighbours";
import { assignPartyAction, removePartyAction } from "./actions";
import { BesideCards, Voyage } from "./beside";
import { dropChaseAction, logChaseAction } from "./chase-actions";
import { editListAction, refreshAction } from "./edit-actions";
import { savePlanAction } from "./plan-actions";

export const metadata: Metadata = { title: "Container" };

type Search = { from?: string | string[]; changes?: string | string[] };
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

const first = (given: string | string[] | undefined) => [given].flat()[0];

type StepsProps = { id: string; from: string; list: ListAddress; reader: string };

async function Steps({ id, from, list, reader }: StepsProps) {
  return <ListSteps from={from} place={await findNeighbours(db(), id, list, new Date(), reader)} />;
}

async function LoadedContainer({ params, searchParams }: Props) {
  const { userId, role } = await requirePageSession("desk");
  const id = decodeURIComponent((await params).id);
  const search = await searchParams;
  const all = first(search.changes) === "all";
  const [page, { parties }, beside] = await Promise.all([
    readContainerPage(id, all),
    readParties(),
    loadBeside(db(), id),
  ]);
  // The frame is sent already: an error of the router would be one in the browser, too.
  if (!page) return <NotHeld />;
  const asked = first(search.from);
  const list = readListAddress(asked);
  const from = list && asked ? asked : null;
  const now = Date.now();
  const here = containerHref(id, from);
  return (
    <ShareDoor make={may(role, "share") ? makeShareLinkAction : null}>
      <ContainerView
        data={page}
        parties={parties}
        now={now}
        from={from}
        allChangesHref={all ? null : `${here}${from ? "&" : "?"}changes=all`}
        actions={{
          assign: assignPartyAction,
          remove: removePartyAction,
          refresh: refreshAction,
          logChase: logChaseAction,
          dropChase: dropChaseAction,
          savePlan: savePlanAction,
          editList: editListAction,
        }}
        steps={
          from && list ? (
            <Suspense fallback={<ListSteps from={from} />}>
              <Steps id={id} from={from} list={list} reader={userId} />
            </Suspense>
          ) : null
        }
        voyage={<Voyage page={page} beside={beside} now={now} />}
        beside={<BesideCards page={page} beside={beside} now={now} />}
      />
    </ShareDoor>
  );
}

export default function ContainerPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton aside />}>
      <PersonDisplay>
        <LoadedContainer {...props} />
      </PersonDisplay>
    </Suspense>
  );
}
