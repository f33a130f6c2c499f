import { z } from "zod";
import type { InterfaceDescription } from "@/tracking-service/endpoints/openapi";

/** The parts of a JSON Schema that the page shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
};

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema })).optional();

const operation = z.object({
  summary: z.string(),
  description: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        deprecated: z.boolean().optional(),
        schema,
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content })),
});

const descriptionSchema = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type Description = z.output<typeof descriptionSchema>;
export type DescribedOperation = z.output<typeof operation>;

/** The OpenAPI document, parsed for the page. */
export const readDescription = (document: InterfaceDescription): Description =>
  descriptionSchema.parse(JSON.parse(JSON.stringify(document)));
