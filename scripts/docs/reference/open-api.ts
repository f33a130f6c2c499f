import { z } from "zod";

/** The parts of a JSON Schema that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  deprecated?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    deprecated: z.boolean().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schema.optional() }));

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  deprecated: z.boolean().default(false),
  description: z.string().optional(),
  schema: schema.optional(),
});

const response = z.object({
  description: z.string().default(""),
  content: content.optional(),
  headers: z
    .record(z.string(), z.object({ description: z.string().optional(), schema: schema.optional() }))
    .optional(),
});

const operation = z.object({
  summary: z.string().default(""),
  description: z.string().default(""),
  operationId: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content }).optional(),
  responses: z.record(z.string(), response).default({}),
});

/** The methods of a path, in the order in which they are shown. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const path = z.object({
  parameters: z.array(parameter).default([]),
  get: operation.optional(),
  post: operation.optional(),
  put: operation.optional(),
  patch: operation.optional(),
  delete: operation.optional(),
});

const description = z.object({
  openapi: z.string().startsWith("3."),
  info: z.object({ title: z.string(), version: z.string(), description: z.string().default("") }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(z.string(), path),
  webhooks: z.record(z.string(), path).default({}),
  components: z.object({ schemas: z.record(z.string(), schema).default({}) }).default({ schemas: {} }),
});

/** An OpenAPI description as the reference shows it. */
export type OpenApi = z.output<typeof description>;
export type ApiOperation = z.output<typeof operation>;
export type ApiParameter = z.output<typeof parameter>;
export type ApiResponse = z.output<typeof response>;
export type ApiContent = z.output<typeof content>;

/** One method of a path. */
export type Endpoint = { path: string; method: string; operation: ApiOperation };

/** Reads an OpenAPI description as JSON has it. Throws if it is none. */
export const readOpenApi = (value: object): OpenApi => description.parse(JSON.parse(JSON.stringify(value)));

/** Each method of each path. Parameters of a path belong to each of its methods. */
export function endpointsOf(paths: OpenApi["paths"]): Endpoint[] {
  return Object.entries(paths).flatMap(([address, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method];
      if (!found) return [];
      const parameters = [...item.parameters, ...found.parameters];
      return [{ path: address, method: method.toUpperCase(), operation: { ...found, parameters } }];
    }),
  );
}
