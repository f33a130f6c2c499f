import Ajv, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { Answer } from "@/tracking-service/testing/response";

const descriptionSchema = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
const operationSchema = z.object({
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() }),
  ),
});
const recordsSchema = z.object({
  data: z.unknown().optional(),
  included: z.array(z.unknown()).optional(),
});
const typedSchema = z.object({ type: z.string(), id: z.string().optional() });
const statusesSchema = z.object({ errors: z.array(z.object({ status: z.string().optional() })) });

/** An OpenAPI 3.1 document that describes the responses of a service. */
export type Description = z.infer<typeof descriptionSchema>;

/** Parses an OpenAPI document. Returns null when it is invalid. */
export const readDescription = (document: unknown): Description | null =>
  descriptionSchema.safeParse(document).data ?? null;

const COMPONENT = "#/components/schemas/";
const MAX_REPORTED = 12;

function withPlainReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainReferences);
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) =>
      name === "$ref" && typeof value === "string"
        ? [name, value.replace(COMPONENT, "")]
        : [name, withPlainReferences(value)],
    ),
  );
}

function reported(where: string, { instancePath, message, params }: ErrorObject): string {
  const named = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return `${where}${instancePath} ${message ?? "is wrong"}${named === undefined ? "" : `: ${String(named)}`}`;
}

function fits(template: string, path: string): boolean {
  const steps = template.split("/");
  const parts = path.split("/");
  return (
    steps.length === parts.length &&
    steps.every((step, index) => step === parts[index] || (step.startsWith("{") && parts[index] !== ""))
  );
}

const variables = (template: string) => template.split("{").length - 1;

/** Checks responses against an OpenAPI document. */
export class SchemaCheck {
  private readonly ajv = addFormats.default(
    new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }),
  );
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly description: Description) {
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      const plain = withPlainReferences(schema);
      if (typeof plain === "object" && plain !== null) this.ajv.addSchema(plain, name);
    }
  }

  /** Returns the matching path template with the fewest variables, or null when none matches. */
  templateOf(path: string): string | null {
    const [bare = ""] = path.split("?");
    const fitting = Object.keys(this.description.paths).filter((template) => fits(template, bare));
    return fitting.sort((a, b) => variables(a) - variables(b))[0] ?? null;
  }

  /** Describes what is wrong with a response. Empty when it matches its description. */
  complaints(method: string, path: string, result: Answer): string[] {
    const template = this.templateOf(path);
    const described =
      template === null ? undefined : this.description.paths[template]?.[method.toLowerCase()];
    const operation = operationSchema.safeParse(described).data;
    if (!operation) return this.refusal(result);
    const response = operation.responses[String(result.status)];
    if (!response) return [`status ${result.status} is not described`];
    if (!response.content) return result.text === "" ? [] : ["a body where none is described"];
    const content = response.content[result.mediaType];
    if (!content) return [`media type ${result.mediaType} is not described`];
    if (result.json === undefined) return [];
    const wrong = this.wrong(content.schema, result.json, "");
    const records = wrong.length > 0 ? this.wrongRecords(result.json) : [];
    return [...(records.length > 0 ? records : wrong), ...wrongStatuses(result)].slice(0, MAX_REPORTED);
  }

  /** Undescribed operations may only return errors. */
  private refusal(result: Answer): string[] {
    if (result.status < 400) return [`status ${result.status} where nothing is described`];
    if (result.text === "" && result.status !== 404) return [];
    return [...this.wrong({ $ref: `${COMPONENT}errors` }, result.json, ""), ...wrongStatuses(result)];
  }

  /** Checks each record by the schema of its type. A union would only report that no variant matches. */
  wrongRecords(json: unknown): string[] {
    const { data, included = [] } = recordsSchema.safeParse(json).data ?? {};
    const records = [
      ...[data ?? []].flat().map((record, index) => ({ record, where: `data[${index}]` })),
      ...included.map((record, index) => ({ record, where: `included[${index}]` })),
    ];
    return records.flatMap(({ record, where }) => {
      const named = typedSchema.safeParse(record).data;
      if (!named || !Object.hasOwn(this.description.components.schemas, named.type)) return [];
      const complaints = this.wrong(
        { $ref: `${COMPONENT}${named.type}` },
        record,
        `${where} (${named.type})`,
      );
      return where.startsWith("included") && this.isShort(named.type, record) ? [] : complaints;
    });
  }

  /** Whether an included record has the short form that its type has next to certain records. */
  private isShort(type: string, record: unknown): boolean {
    const name = `short_${type}`;
    const described = Object.hasOwn(this.description.components.schemas, name);
    return described && this.wrong({ $ref: `${COMPONENT}${name}` }, record, "").length === 0;
  }

  private wrong(schema: unknown, value: unknown, where: string): string[] {
    const validate = this.validatorOf(schema);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => reported(where, error));
  }

  private validatorOf(schema: unknown): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = this.compiled.get(key);
    if (known) return known;
    const plain = withPlainReferences(schema);
    if (typeof plain !== "object" || plain === null) throw new Error("the description has no schema here");
    const validate = this.ajv.compile(plain);
    this.compiled.set(key, validate);
    return validate;
  }
}

function wrongStatuses(result: Answer): string[] {
  const { errors = [] } = statusesSchema.safeParse(result.json).data ?? {};
  return errors
    .filter(({ status }) => status !== undefined && status !== String(result.status))
    .map(({ status }) => `an error says status ${status}, the answer has ${result.status}`);
}
