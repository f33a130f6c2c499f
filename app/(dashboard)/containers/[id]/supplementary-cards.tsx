import { RecordCards } from "@/app/(dashboard)/_record-cards/record-cards";
import { relatedProblem } from "@/app/(dashboard)/_record-cards/refusal-text";
import { RequestNowForm } from "@/components/containers/refresh-now-form";
import { type RenderedVoyage, VoyageCard } from "@/components/containers/voyage/voyage-card";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { voyageAlongLanes } from "@/lib/domain/voyage/sea-lanes/sea-route";
import { withNewerPosition } from "@/lib/domain/voyage/vessel-positions";
import { plainVoyage, readVoyage, withStraightLines } from "@/lib/domain/voyage/voyage";
import type { Related } from "@/lib/features/containers/queries/supplementary-data";
import type { ContainerPage } from "@/lib/features/containers/rules";
import { requestRelatedAction } from "./edit-actions";

const NO_MAP = "The map with vessel positions (Routing Data) is not on this account’s plan.";

function rendered(page: ContainerPage, related: Related): RenderedVoyage {
  const { map, ...state } = related.map;
  const own = map === null ? null : withNewerPosition(readVoyage(map), related.positions);
  // The map of a discharged container is never requested, so a missing map is no problem there.
  const over = state.asOf === null && state.code === null && page.container.attributes.pod_discharged_at;
  const problem = over ? null : relatedProblem(state, "map", NO_MAP);
  if (own && own.ports.length > 0) {
    const isApproximate = own.past.length + own.ahead.length === 0 && own.ports.length > 1;
    const voyage = isApproximate ? voyageAlongLanes(withStraightLines(own)) : own;
    return { voyage, isApproximate, asOf: state.asOf, problem, coming: related.positions?.coming ?? [] };
  }
  const plain = plainVoyage(page.container, page.events, page.ports);
  return { voyage: plain && voyageAlongLanes(plain), isApproximate: true, asOf: null, problem, coming: [] };
}

type Props = { page: ContainerPage; related: Related; now: number };

/** The voyage, from the service's map if one is stored, otherwise from the milestones along sea lanes. */
export function Voyage({ page, related, now }: Props) {
  return <VoyageCard drawn={rendered(page, related)} now={now} />;
}

/** Custom fields and documents from the mirror, with a button to request them now. */
export function RelatedCards({ page, related, now }: Props) {
  const { id } = page.container;
  const record = { type: "container", id } as const;
  return (
    <>
      <RecordCards record={record} zone={pickupPlace(page.container).zone} related={related} now={now} />
      <RequestNowForm containerId={id} action={requestRelatedAction} />
    </>
  );
}
