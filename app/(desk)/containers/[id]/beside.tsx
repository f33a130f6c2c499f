import { besideProblem } from "@/app/(desk)/beside/beside-problem";
import { RecordCards } from "@/app/(desk)/beside/record-cards";
import { AskNowForm } from "@/components/container/ask-now-form";
import { type DrawnVoyage, VoyageCard } from "@/components/container/voyage-card";
import { pickupPlace } from "@/lib/dispatch/move";
import { plainVoyage, readVoyage } from "@/lib/dispatch/voyage";
import type { Beside } from "@/lib/mirror/beside";
import type { ContainerPage } from "@/lib/mirror/container-page";
import { askBesideAction } from "./edit-actions";

const NO_MAP = "The map with vessel positions (Routing Data) is not on this account’s plan.";

function drawn(page: ContainerPage, { map, ...state }: Beside["map"]): DrawnVoyage {
  const own = map === null ? null : readVoyage(map);
  // A box that was discharged has no way before it: nobody asks for its map.
  const over = state.asOf === null && state.code === null && page.box.container.pod_discharged_at;
  const problem = over ? null : besideProblem(state, "map", NO_MAP);
  if (own && own.ports.length > 0) return { voyage: own, source: "service", asOf: state.asOf, problem };
  return {
    voyage: plainVoyage(page.box, page.events, page.ports),
    source: "milestones",
    asOf: null,
    problem,
  };
}

type Props = { page: ContainerPage; beside: Beside; now: number };

/** The voyage, by the service's map where one is kept. */
export function Voyage({ page, beside, now }: Props) {
  return <VoyageCard drawn={drawn(page, beside.map)} now={now} />;
}

/** Custom fields and documents as the mirror has them, and the way to ask at once. */
export function BesideCards({ page, beside, now }: Props) {
  const { id } = page.box;
  const record = { type: "container", id } as const;
  return (
    <>
      <RecordCards record={record} zone={pickupPlace(page.box).zone} beside={beside} now={now} />
      <AskNowForm containerId={id} action={askBesideAction} />
    </>
  );
}
