import { HelpLink } from "@/components/help/help-link";
import { Refetch } from "@/components/realtime/periodic-refresh";
import { LiveRefresh } from "@/components/realtime/refresh";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { CreatePartyForm } from "./create-party-form";
import { PartiesTable, type PartyActions, type PartyEntry } from "./parties-table";

/** Refetch interval of the page, because another container may become the most urgent one. */
const REFETCH_MS = 60_000;

/** The containers shown on the page. */
const sharedContainers = (parties: readonly PartyEntry[]): string[] =>
  parties.flatMap(({ loads }) => loads.flatMap(({ urgent }) => urgent?.id ?? []));

/** The account's parties with their current loads, and the form to create one. */
export function PartiesView({
  parties,
  readAt,
  createAction,
  actions,
}: {
  parties: readonly PartyEntry[];
  readAt: string;
  createAction: FormAction;
  actions: PartyActions;
}) {
  return (
    <ReadingProvider readAt={readAt}>
      <LiveRefresh watch={{ parties: true, containers: sharedContainers(parties) }} readAt={readAt} />
      <Refetch everyMs={REFETCH_MS} />
      <PageTop title="Parties" />
      <div className="grid items-start gap-3.5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]">
        <OnlyWho may="dispatch">
          <CreatePartyForm parties={parties} action={createAction} />
        </OnlyWho>
        {parties.length === 0 ? (
          <div className="rounded-card border border-line bg-surface lg:only:col-span-full">
            <Notice title="No parties yet">
              Create the dray carriers and customers you work with. Containers are assigned to them.{" "}
              <HelpLink topic="parties" />
            </Notice>
          </div>
        ) : (
          <div className="min-w-0 lg:only:col-span-full">
            <PartiesTable parties={parties} now={Date.parse(readAt)} actions={actions} />
          </div>
        )}
      </div>
      <RenderedAt at={readAt} />
    </ReadingProvider>
  );
}
