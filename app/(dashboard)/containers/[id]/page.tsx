import type { Metadata } from "next";
import { Suspense } from "react";
import { MissingRecord } from "@/app/(dashboard)/_layout/missing-record";
import { recordTitle } from "@/app/(dashboard)/_layout/record-title";
import { UserDisplay } from "@/app/(dashboard)/_layout/user-display";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { makeShareLinkAction } from "@/app/(dashboard)/settings/shared-links/actions";
import { ContainerView } from "@/components/containers/container-view";
import { ListSteps } from "@/components/containers/list-navigation";
import { ShareProvider } from "@/components/sharing/links/share-provider";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { may } from "@/lib/auth/access/roles";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { readContainerPage } from "@/lib/features/containers/queries/cached-pages";
import {
  findAdjacent,
  type ListAddress,
  readListAddress,
} from "@/lib/features/containers/queries/list-neighbors";
import { loadRelated } from "@/lib/features/containers/queries/supplementary-data";
import { containerHref } from "@/lib/features/containers/urls";
import { readParties } from "@/lib/features/parties/queries/cached-parties";
import { loadPartyContacts } from "@/lib/features/parties/queries/party-contacts";
import { findSenderContact } from "@/lib/features/work-orders/queries/work-orders";
import { db } from "@/lib/platform/database/client";
import { assignPartyAction, removePartyAction } from "./actions";
import { sendPhotoAction } from "./driver-photo-actions";
import { editListAction, refreshAction } from "./edit-actions";
import { dropFollowUpAction, logFollowUpAction } from "./follow-up-actions";
import { savePlanAction } from "./plan-actions";
import { RelatedCards, Voyage } from "./supplementary-cards";
import { sendWorkOrderAction, withdrawWorkOrderAction } from "./work-order-actions";

type Search = { from?: string | string[]; changes?: string | string[] };
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return recordTitle("Container", async () => {
    const page = await readContainerPage(decodeURIComponent((await params).id));
    return page && formatContainerNumber(page.container.attributes.number ?? "");
  });
}

const first = (input: string | string[] | undefined) => [input].flat()[0];

type StepsProps = { id: string; from: string; list: ListAddress; reader: string };

async function Steps({ id, from, list, reader }: StepsProps) {
  return <ListSteps from={from} place={await findAdjacent(db(), id, list, new Date(), reader)} />;
}

async function LoadedContainer({ params, searchParams }: Props) {
  const { userId, role } = await requirePageSession("dashboard");
  const id = decodeURIComponent((await params).id);
  const search = await searchParams;
  const all = first(search.changes) === "all";
  const [page, { parties }, related, { locale }] = await Promise.all([
    readContainerPage(id, all),
    readParties(),
    loadRelated(db(), id),
    readUserPreferences(userId),
  ]);
  // The layout is already sent, so the router's error would also appear as an error in the browser.
  if (!page) return <MissingRecord type="container" id={id} />;
  const [contacts, contact] = await Promise.all([
    loadPartyContacts(
      db(),
      page.container.drayCarriers.map(({ partyId }) => partyId),
    ),
    findSenderContact(db(), userId),
  ]);
  const requested = first(search.from);
  const list = readListAddress(requested);
  const from = list && requested ? requested : null;
  const now = Date.now();
  const here = containerHref(id, from);
  return (
    <ShareProvider create={may(role, "share") ? makeShareLinkAction : null}>
      <ContainerView
        data={page}
        parties={parties}
        contacts={contacts}
        now={now}
        locale={locale}
        from={from}
        allChangesHref={all ? null : `${here}${from ? "&" : "?"}changes=all`}
        actions={{
          assign: assignPartyAction,
          remove: removePartyAction,
          refresh: refreshAction,
          logFollowUp: logFollowUpAction,
          dropFollowUp: dropFollowUpAction,
          savePlan: savePlanAction,
          editList: editListAction,
          sendPhoto: sendPhotoAction,
        }}
        orders={{
          contact,
          actions: { send: sendWorkOrderAction, withdraw: withdrawWorkOrderAction },
        }}
        steps={
          from && list ? (
            <Suspense fallback={<ListSteps from={from} />}>
              <Steps id={id} from={from} list={list} reader={userId} />
            </Suspense>
          ) : null
        }
        voyage={<Voyage page={page} related={related} now={now} />}
        related={<RelatedCards page={page} related={related} now={now} />}
      />
    </ShareProvider>
  );
}

export default function ContainerPage(props: Props) {
  return (
    <Suspense fallback={<PageSkeleton aside />}>
      <UserDisplay>
        <LoadedContainer {...props} />
      </UserDisplay>
    </Suspense>
  );
}
