import { z } from "zod";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { readBody, readDocument, shortText } from "@/tracking-service/json-api/body";
import { itemResponse } from "@/tracking-service/json-api/document";
import { unprocessable } from "@/tracking-service/json-api/errors";
import { inferNumber } from "@/tracking-service/requests/infer-number";
import { stableId } from "@/tracking-service/runtime/deterministic-uuid";

const bodySchema = z.object({ number: shortText });

/** Stores nothing. The id is derived from the number, so that the same request gets the same response. */
const infer = operation({
  summary: "Says what kind of number a text is, whether it can be one, and which shipping line's.",
  section: "supplement.md, POST /tracking_requests/infer_number",
  rawBody: { mediaType: "application/json", schema: bodySchema },
  bucket: "infer-number",
  success: { kind: "item", type: "infer_number_results" },
  async handle({ service: { source }, self, context }) {
    const { number } = readBody(bodySchema, await readDocument(context.req.raw));
    if (number === "") {
      throw unprocessable("Blank number", "number can't be blank.", { pointer: "/number" }, "blank");
    }
    const attributes = inferNumber(source, number);
    if (attributes === null) {
      const detail = "A tracking number has 4 to 35 letters and digits.";
      throw unprocessable("Invalid number", detail, { pointer: "/number" }, "invalid");
    }
    const id = stableId("infer_number", attributes.validation.parsed_number);
    return itemResponse({ type: "infer_number_results", id, attributes }, self, null);
  },
});

export const inferNumberEndpoints = [endpoint("/tracking_requests/infer_number", { post: infer })];
