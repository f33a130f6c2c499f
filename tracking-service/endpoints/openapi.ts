import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { SHORT_FORMS } from "@/lib/contract/responses/documents";
import type { RecordKind } from "@/lib/contract/responses/resource-type";
import { RESOURCES, type ResourceType } from "@/lib/contract/responses/resources";
import { PER_MINUTE } from "@/tracking-service/limits/rate-limits";
import { GUIDE } from "./guide";
import { type Endpoint, METHODS, type Method, type Operation, type Success } from "./operation";
import { INTERFACE_TITLE } from "./title";
import { describeDeliveries, describeDownload } from "./webhook-descriptions";

extendZodWithOpenApi(z);

const VERSION = "0.2.0";

const identifier = (types: readonly string[]) => z.strictObject({ type: z.enum([...types]), id: z.string() });

function relationshipsOf({ relations }: RecordKind): z.ZodObject {
  const entries = Object.entries(relations).map(([name, { to, many, always }]) => {
    const data = many ? z.array(identifier(to)) : identifier(to).nullable();
    const relationship = z.strictObject({ data });
    return [name, always ? relationship : relationship.optional()] as const;
  });
  return z.strictObject(Object.fromEntries(entries));
}

function recordSchema(type: string, kind: RecordKind): z.ZodObject {
  const related = Object.keys(kind.relations).length > 0;
  const members: Record<string, z.ZodType> = {
    id: kind.id ?? z.uuid(),
    type: z.literal(type),
    attributes: kind.attributes,
  };
  if (related) members.relationships = relationshipsOf(kind);
  const links = ["self", ...(kind.links ?? [])].map((name) => [name, z.string()] as const);
  if (kind.folder) members.links = z.strictObject(Object.fromEntries(links));
  return z.strictObject(members);
}

/** Whole seconds until a request is accepted, on responses with a wait time. */
const RETRY_AFTER = { "Retry-After": { schema: { type: "integer" as const }, required: true } };
const WITH_RETRY_AFTER = ["429", "503"];

/** Sentences on an operation's section in the documents, its required plan and feature, and its rate limit bucket. */
function remarks({ section, needs, freePlan, bucket = "default" }: Operation): string {
  const own = bucket === "default" ? "" : ` Counted apart: ${PER_MINUTE[bucket]} requests a minute.`;
  const feature = needs ? ` Needs the feature ${needs}.` : "";
  return `${section}.${feature}${freePlan ? " Open to the free plan." : ""}${own}`;
}

const operationId = (method: Method, path: string) => [method, ...(path.match(/\w+/g) ?? [])].join("_");

const errorsSchema = z.strictObject({
  errors: z
    .array(
      z.strictObject({
        status: z.string(),
        title: z.string(),
        detail: z.string().nullable(),
        code: z.string().optional(),
        source: z
          .union([z.strictObject({ pointer: z.string() }), z.strictObject({ parameter: z.string() })])
          .optional(),
        meta: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
});

const pageLinksSchema = z.strictObject({
  self: z.string(),
  current: z.string().optional(),
  prev: z.string().optional(),
  next: z.string().optional(),
  last: z.string().optional(),
});

const listMetaSchema = z.strictObject({
  size: z.number().int(),
  total: z.number().int(),
  pagination: z
    .strictObject({
      current: z.number().int(),
      next: z.number().int().optional(),
      last: z.number().int().optional(),
      records: z.number().int(),
    })
    .optional(),
});

/** Error responses and their causes (interface.md, Errors). */
const REFUSALS: Record<string, string> = {
  400: "The request cannot be read, or a parameter or member has the wrong form.",
  401: "The key is missing or could not be verified, or the plan allows no more than creating tracking requests.",
  403: "The account's plan does not include this.",
  404: "There is no such record in this account.",
  405: "The address has other methods; Allow names them.",
  409: "The account has the same content already; meta names it.",
  413: "The body is too large.",
  415: "The body has another media type.",
  422: "Well-formed, and refused for what it says.",
  429: "More requests than the account may make; Retry-After says in how many seconds the next is let through.",
  503: "The service cannot reach its database; Retry-After says when to try again.",
};

class Description {
  private readonly registry = new OpenAPIRegistry();
  private readonly records = new Map<string, z.ZodType>();
  private readonly errors = this.registry.register("errors", errorsSchema);
  private readonly key = this.registry.registerComponent("securitySchemes", "key", {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "Token <API_KEY>",
  });
  private readonly anyRecord: z.ZodType;

  constructor() {
    for (const [type, kind] of Object.entries(RESOURCES)) {
      this.records.set(type, this.registry.register(type, recordSchema(type, kind)));
    }
    const short = Object.entries(SHORT_FORMS).map(([type, kind]) =>
      this.registry.register(`short_${type}`, recordSchema(type, kind)),
    );
    this.anyRecord = this.registry.register("included_record", z.union([...this.records.values(), ...short]));
    describeDeliveries(this.registry, this.oneOf("webhook_notification"), this.anyRecord);
    describeDownload(this.registry, this.errors);
  }

  private oneOf(type: ResourceType | readonly ResourceType[]): z.ZodType {
    const schemas = [type].flat().flatMap((name) => this.records.get(name) ?? []);
    const [first] = schemas;
    if (!first) throw new Error(`no record of type ${String(type)}`);
    return schemas.length === 1 ? first : z.union(schemas);
  }

  private document(success: Success): { schema: z.ZodType; mediaType: string } | null {
    if (success.kind === "empty") return null;
    if (success.kind === "other") return success;
    const included = z.array(this.anyRecord);
    const related = { included: success.included ? included : included.optional() };
    const record = this.oneOf(success.type);
    const list = { data: z.array(record), ...related, meta: listMetaSchema };
    const schema =
      success.kind === "item"
        ? z.strictObject({ data: record, ...related, links: z.strictObject({ self: z.string() }) })
        : z.strictObject(success.unlinked ? list : { ...list, links: pageLinksSchema });
    return { schema, mediaType: JSON_API_MEDIA_TYPE };
  }

  private answers(operation: Operation) {
    const { success } = operation;
    const document = this.document(success);
    const status = ("status" in success && success.status) || (success.kind === "empty" ? 204 : 200);
    const refusals = Object.entries(REFUSALS).map(([code, description]) => [
      code,
      {
        description,
        content: { [JSON_API_MEDIA_TYPE]: { schema: this.errors } },
        headers: WITH_RETRY_AFTER.includes(code) ? RETRY_AFTER : undefined,
      },
    ]);
    return {
      [status]: document
        ? { description: "Done.", content: { [document.mediaType]: { schema: document.schema } } }
        : { description: "Done; there is nothing to say." },
      ...Object.fromEntries(refusals),
    };
  }

  add(path: string, method: Method, operation: Operation): void {
    const { summary, body, rawBody, query = {}, include, pageSize } = operation;
    const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    const page = z.coerce.number().int().min(1);
    const content: Record<string, { schema: z.ZodType }> = {};
    if (rawBody) content[rawBody.mediaType] = { schema: rawBody.schema };
    const document = body ?? rawBody?.document;
    if (document) content[JSON_API_MEDIA_TYPE] = { schema: document };
    const parameters: Record<string, z.ZodType> = { ...query };
    if (include) parameters.include = z.string().optional();
    if (pageSize !== undefined) {
      parameters["page[number]"] = page.max(1_000_000).default(1);
      parameters["page[size]"] = page.default(pageSize);
    }
    this.registry.registerPath({
      method,
      path,
      summary,
      description: remarks(operation),
      operationId: operationId(method, path),
      tags: [path.split("/")[1] ?? ""],
      security: [{ [this.key.name]: [] }],
      request: {
        params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
        query: z.object(parameters),
        body: Object.keys(content).length > 0 ? { required: true, content } : undefined,
      },
      responses: this.answers(operation),
    });
  }

  document31(baseUrl: string) {
    return new OpenApiGeneratorV31(this.registry.definitions).generateDocument({
      openapi: "3.1.0",
      info: { title: INTERFACE_TITLE, version: VERSION, description: GUIDE },
      servers: [{ url: baseUrl }],
    });
  }
}

export type InterfaceDescription = ReturnType<Description["document31"]>;

/** Builds the OpenAPI 3.1 document of the interface from the endpoints and the contract. */
export function describeInterface(endpoints: readonly Endpoint[], baseUrl = "/v2"): InterfaceDescription {
  const description = new Description();
  for (const { path, methods } of endpoints) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (operation) description.add(path, method, operation);
    }
  }
  return description.document31(baseUrl);
}
