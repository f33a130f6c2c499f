import { RecordCards } from "@/app/(dashboard)/_record-cards/record-cards";
import { besideProblem } from "@/app/(dashboard)/_record-cards/refusal-text";
import { AskNowForm } from "@/components/containers/refresh-now-form";
import { type DrawnVoyage, VoyageCard } from "@/components/containers/voyage/voyage-card";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { plainVoyage, readVoyage } from "@/lib/domain/voyage/voyage";
import type { ContainerPage } from "@/lib/features/containers/queries/container-page";
import type { Beside } from "@/lib/features/containers/queries/supplementary-data";
import { askBesideAction } from "./edit-actions";

const NO_MAP = "The map with vessel positions (Routing Data) is not on this account’s plan.";

function drawn(page: ContainerPage, { map, ...state }: Beside["map"]): DrawnVoyage {
  const own = map === null ? null : readVoyage(map);
  // A box that was discharged has no way before it: nobody asks for its map.
  const over = state.asOf === null && state.code === null && page.box.attributes.pod_discharged_at;
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
