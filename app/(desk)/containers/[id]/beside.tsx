import { AskNowForm } from "@/components/container/ask-now-form";
import { CustomFieldsCard, DocumentsCard } from "@/components/container/beside-cards";
import { type DrawnVoyage, VoyageCard } from "@/components/container/voyage-card";
import { plainVoyage, readVoyage } from "@/lib/dispatch/voyage";
import type { Beside, BesideState } from "@/lib/mirror/beside";
import type { ContainerPage } from "@/lib/mirror/container-page";
import { askBesideAction } from "./edit-actions";

const NO_MAP = "The map with vessel positions (Routing Data) is not on this account’s plan.";

/** Why there is nothing, or nothing newer, in words; null when all is well. */
function problemOf({ asOf, code, problem }: BesideState, name: string, missing: string): string | null {
  if (code === "not_allowed") return `${missing} It is asked for again once a day.`;
  if (code === "not_found") return `The service has no ${name} to tell of.`;
  if (problem) return problem;
  return asOf === null ? `The service’s ${name} was not read yet; that comes by itself.` : null;
}

function drawn(page: ContainerPage, { map, ...state }: Beside["map"]): DrawnVoyage {
  const own = map === null ? null : readVoyage(map);
  // A box that was discharged has no way before it: nobody asks for its map.
  const over = state.asOf === null && state.code === null && page.box.container.pod_discharged_at;
  const problem = over ? null : problemOf(state, "map", NO_MAP);
  if (own && own.ports.length > 0) return { voyage: own, source: "service", asOf: state.asOf, problem };
  return {
    voyage: plainVoyage(page.box, page.events, page.ports),
    source: "milestones",
    asOf: null,
    problem,
  };
}

/** The voyage, by the service's map where one is kept. */
export function Voyage({ page, beside, now }: { page: ContainerPage; beside: Beside; now: number }) {
  return <VoyageCard drawn={drawn(page, beside.map)} now={now} />;
}

/** Custom fields and documents as the mirror has them, and the way to ask at once. */
export function BesideCards({ containerId, beside }: { containerId: string; beside: Beside }) {
  const { customFields, documents } = beside;
  const told = <Entry,>({ entries, ...state }: BesideState & { entries: Entry[] }, name: string) => ({
    entries,
    asOf: state.asOf,
    problem: problemOf(state, name, `This account’s plan has no ${name}.`),
  });
  return (
    <>
      <CustomFieldsCard told={told(customFields, "custom fields")} />
      <DocumentsCard told={told(documents, "documents")} />
      <AskNowForm containerId={containerId} action={askBesideAction} />
    </>
  );
}
