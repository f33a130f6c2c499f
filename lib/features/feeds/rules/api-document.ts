import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import type { TransportMilestone } from "@/lib/domain/milestones/milestones";
import { boardFilter, CHOICE_LABELS, CHOICES } from "@/lib/features/board/rules/filters";
import type { PlannedMove } from "@/lib/features/moves/rules/planned-move";
import { apiContainer, apiContainerSchema, apiMoment, apiMomentSchema } from "./api-container";

const text = z.string().nullable();

/** The maximum and the default number of containers per page. */
export const API_PAGE_SIZE = { most: 200, usual: 100 };

/** A page of containers. `as_of` is when it was read. It is not part of the ETag. */
export const apiContainerPageSchema = z.object({
  data: z.array(apiContainerSchema),
  page: z.object({ number: z.int(), size: z.int(), total: z.int(), pages: z.int() }),
  as_of: z.iso.datetime(),
});

/** One container with its past milestones in order, and the team's plan for it. */
export const apiContainerDetailSchema = z.object({
  data: apiContainerSchema,
  milestones: z.array(
    z.object({
      event: z.string(),
      label: z.string(),
      at: apiMomentSchema.nullable(),
      place: text,
      vessel: text,
      voyage: text,
    }),
  ),
  plan: z.object({
    pickup: apiMomentSchema.nullable(),
    delivery: apiMomentSchema.nullable(),
    delivery_place: z.string(),
    empty_return: apiMomentSchema.nullable(),
    empty_return_place: z.string(),
  }),
  as_of: z.iso.datetime(),
});
type ApiContainerDetail = z.infer<typeof apiContainerDetailSchema>;

export const apiErrorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Returns the API form of a container page from its row, its vetted milestones and the team's plan. */
export function apiContainerDetail(
  row: BoardRow,
  events: readonly TransportMilestone[],
  plan: PlannedMove,
  now: Date,
): ApiContainerDetail {
  return {
    data: apiContainer(row),
    milestones: events.map(({ event, at, zone, place, vessel, voyage }) => ({
      event,
      label: eventLabel(event),
      at: apiMoment(at === null ? null : { at, zone }),
      place,
      vessel,
      voyage,
    })),
    plan: {
      pickup: apiMoment(plan.pickup),
      delivery: apiMoment(plan.delivery),
      delivery_place: plan.deliveryPlace,
      empty_return: apiMoment(plan.emptyReturn),
      empty_return_place: plan.emptyReturnPlace,
    },
    as_of: now.toISOString(),
  };
}

const queryParameter = (name: string, description: string, schema: object) => ({
  name,
  in: "query",
  required: false,
  description,
  schema,
});

const many = (id: (typeof CHOICES)[number]) => {
  const values = boardFilter(id).values;
  const items = values ? { type: "string", enum: Object.keys(values) } : { type: "string" };
  return queryParameter(id, `${CHOICE_LABELS[id]}; repeat to match any of several values`, {
    type: "array",
    items,
  });
};

const PARAMETERS = [
  queryParameter("queue", "A queue of the board", { type: "string", enum: [...QUEUE_IDS], default: "all" }),
  queryParameter("q", "Part of a container, BOL, booking or reference number", { type: "string" }),
  ...CHOICES.map(many),
  queryParameter("left", "Range of days left: 0..3, ..-1, 4.., 1", { type: "string" }),
  queryParameter("numbers", "Container numbers separated by commas, at most 60", { type: "string" }),
  queryParameter("list", "ID of a number list saved in Drayboard", { type: "string", format: "uuid" }),
  queryParameter(
    "sort",
    "Up to four columns separated by commas; prefix a column with - to reverse its order",
    { type: "string" },
  ),
  queryParameter("page[number]", "Page number, starting at 1", { type: "integer", minimum: 1, default: 1 }),
  queryParameter("page[size]", `Containers per page, at most ${API_PAGE_SIZE.most}`, {
    type: "integer",
    minimum: 1,
    maximum: API_PAGE_SIZE.most,
    default: API_PAGE_SIZE.usual,
  }),
];

const json = (schema: string, description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const REFUSALS = {
  401: json("Error", "Missing or unknown token"),
  403: json("Error", "The token was revoked or has expired"),
  429: {
    ...json("Error", "Too many requests"),
    headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
  },
  503: json("Error", "Drayboard's database is unavailable"),
};
const UNCHANGED = { description: "Unchanged since the ETag in If-None-Match" };

/**
 * Returns the component schemas of the OpenAPI document by name. They allow additional members, so that later additions
 * stay compatible.
 */
function componentSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({
    Moment: apiMomentSchema,
    Container: apiContainerSchema,
    ContainerPage: apiContainerPageSchema,
    ContainerDetail: apiContainerDetailSchema,
    Error: apiErrorSchema,
  }))
    registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}

/** Returns the read API as an OpenAPI 3.1 document. `origin` is the address of the API. */
export function apiDescription(origin: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Drayboard read API",
      version: "1",
      description:
        "Containers as shown on the board, for spreadsheets and internal applications. Read-only. Timestamps are in UTC, with the time zone of the place in a separate field. New fields may be added; existing fields keep their meaning.",
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ token: [] }],
    paths: {
      "/containers": {
        get: {
          operationId: "listContainers",
          summary: "List the containers of a board address, by page",
          parameters: PARAMETERS,
          responses: {
            200: json("ContainerPage", "A page of containers"),
            304: UNCHANGED,
            400: json("Error", "Invalid parameters; the message lists each"),
            ...REFUSALS,
          },
        },
      },
      "/containers/{id}": {
        get: {
          operationId: "getContainer",
          summary: "Get one container with its milestones and planned moves",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            200: json("ContainerDetail", "The container"),
            304: UNCHANGED,
            404: json("Error", "No container has this ID"),
            ...REFUSALS,
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: componentSchemas(),
    },
  };
}
