import { CustomFieldsCard, DocumentsCard } from "@/components/container/beside-cards";
import { type DrawnVoyage, VoyageCard } from "@/components/container/voyage-card";
import { readCustomFields, readDocuments } from "@/lib/contract/beside";
import { plainVoyage, readVoyage } from "@/lib/dispatch/voyage";
import type { ContainerPage } from "@/lib/mirror/container-page";
import { type Beside, readBeside } from "@/lib/operations/read-beside";

/** Why there is no map of the service's own, calmly. */
function mapProblem({ code, problem }: Beside): string | null {
  if (code === "not_allowed")
    return "The map with vessel positions (Routing Data) is not on this account’s plan.";
  return problem;
}

function drawn(page: ContainerPage, told: Beside): DrawnVoyage {
  const own = told.answer === null ? null : readVoyage(told.answer);
  const problem = mapProblem(told);
  if (own && own.ports.length > 0) return { voyage: own, source: "service", asOf: told.answeredAt, problem };
  return {
    voyage: plainVoyage(page.box, page.events, page.ports),
    source: "milestones",
    asOf: null,
    problem,
  };
}

/** The voyage, by the service's map where there is one. */
export async function Voyage({ page, now }: { page: ContainerPage; now: number }) {
  return <VoyageCard drawn={drawn(page, await readBeside("map", page.box.id))} now={now} />;
}

export async function CustomFields({ containerId }: { containerId: string }) {
  const { answer, answeredAt, problem } = await readBeside("custom_fields", containerId);
  return <CustomFieldsCard told={{ entries: readCustomFields(answer), asOf: answeredAt, problem }} />;
}

export async function Documents({ containerId }: { containerId: string }) {
  const { answer, answeredAt, problem } = await readBeside("documents", containerId);
  return <DocumentsCard told={{ entries: readDocuments(answer, containerId), asOf: answeredAt, problem }} />;
}
