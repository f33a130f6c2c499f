import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse, listResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { findInCatalogue, listCatalogue } from "@/tracking-service/resources/catalog-records";

const list = operation({
  summary: "All shipping lines, by name; never divided into pages.",
  section: "supplement.md, GET /shipping_lines",
  success: { kind: "list", type: "shipping_line" },
  async handle({ service: { db }, self }) {
    return listResponse(await listCatalogue(db, "shipping_line"), null, self);
  },
});

/** Finds a line by id, by its SCAC or by an additional SCAC of the line. */
const item = operation({
  summary: "One shipping line, by its id or SCAC.",
  section: "supplement.md, GET /shipping_lines/{id}",
  success: { kind: "item", type: "shipping_line" },
  async handle({ service: { db }, param, self }) {
    const line = await findInCatalogue(db, ["shipping_line"], param("id"));
    if (!line) throw notFound("There is no such shipping line.");
    return itemResponse(line, self, null);
  },
});

export const shippingLineEndpoints = [
  endpoint("/shipping_lines", { get: list }),
  endpoint("/shipping_lines/{id}", { get: item }),
];
