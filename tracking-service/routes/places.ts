import type { ResourceType } from "@/lib/contract/responses/resources";
import { endpoint, type Operation, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { type CatalogueType, findInCatalogue } from "@/tracking-service/resources/catalog-records";
import { requestedIncluded } from "@/tracking-service/resources/included";

type Kind = {
  summary: string;
  section: string;
  types: readonly [CatalogueType & ResourceType, ...(CatalogueType & ResourceType)[]];
  /** True when the place can also be found by UN/LOCODE. */
  byCode: boolean;
};

/** Returns one place by its id, or by its UN/LOCODE in either case. 404 otherwise. The same for every account. */
function place({ summary, section, types, byCode }: Kind): Operation {
  return operation({
    summary,
    section,
    include: types,
    success: { kind: "item", type: types },
    async handle({ service: { db }, param, include, self }) {
      const name = byCode ? param("id") : requireUuid(param("id"));
      const resource = await findInCatalogue(db, types, name);
      if (!resource) throw notFound("There is no such place.");
      return itemResponse(resource, self, await requestedIncluded(db, [resource], include));
    },
  });
}

const port = place({
  summary: "One port, by its id or UN/LOCODE.",
  section: "supplement.md, GET /ports/{id or locode}",
  types: ["port"],
  byCode: true,
});

const metroArea = place({
  summary: "One metro area, by its id or UN/LOCODE.",
  section: "supplement.md, GET /metro_areas/{id or locode}",
  types: ["metro_area"],
  byCode: true,
});

const terminal = place({
  summary: "One terminal, at a port or on the railway.",
  section: "supplement.md, GET /terminals/{id}",
  types: ["terminal", "rail_terminal"],
  byCode: false,
});

export const placeEndpoints = [
  endpoint("/ports/{id}", { get: port }),
  endpoint("/metro_areas/{id}", { get: metroArea }),
  endpoint("/terminals/{id}", { get: terminal }),
];
