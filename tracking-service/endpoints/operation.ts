import type { Context } from "hono";
import type { z } from "zod";
import type { ResourceType } from "@/lib/contract/responses/resources";
import type { Account } from "@/tracking-service/accounts/authenticate";
import type { Deliveries } from "@/tracking-service/deliveries/send";
import type { Page } from "@/tracking-service/json-api/paging";
import type { Bucket } from "@/tracking-service/limits/rate-limits";
import type { Source } from "@/tracking-service/sources/source";
import type { Database } from "@/tracking-service/store/database";
import type { Feature } from "@/tracking-service/store/plans";

/** The dependencies of handlers. */
export type Service = {
  db: Database;
  source: Source;
  now: () => Date;
  publicUrl: () => string;
  deliveries: Deliveries;
};

export type Environment = { Variables: { account: Account } };

export const METHODS = ["get", "post", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** Query parameters by name. A name that ends in [] takes several values. An invalid value causes 422. */
export type QuerySchemas = Record<string, z.ZodType>;
export type QueryOf<Schemas extends QuerySchemas> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };

/** One parsed and validated request. */
export type OperationInput<Query, Body> = {
  service: Service;
  account: Account;
  /** A path variable as sent. Empty when the path has none of this name. */
  param(name: string): string;
  query: Query;
  /** The requested page. For operations without pages, one page with everything. */
  page: Page;
  /** Paths of relationships to include, each a list of names. */
  include: string[][];
  body: Body;
  /** The address for links.self: host, path and the query as sent. */
  self: string;
  context: Context<Environment>;
};

/** The successful response of an operation. */
export type Success =
  /** One record. `included` is true when related records are always included. */
  | { kind: "item"; type: ResourceType | readonly ResourceType[]; status?: 200 | 201; included?: boolean }
  | { kind: "list"; type: ResourceType | readonly ResourceType[]; included?: boolean; unlinked?: boolean }
  | { kind: "empty"; status?: 200 | 204 }
  /** Any other document, such as a bare GeoJSON document. */
  | { kind: "other"; schema: z.ZodType; mediaType: string; status?: 200 | 201 | 202 };

type Described = {
  /** A one-line summary of the operation. */
  summary: string;
  /** The section of the documents that describes the operation: "interface.md, GET /shipments". */
  section: string;
  success: Success;
  /** The record type or types whose relationships `include` may name. Without it the parameter does not exist. */
  include?: ResourceType | readonly ResourceType[];
  /** The default page size of a paginated list. */
  pageSize?: number;
  /** True for lists that ignore an unknown filter[…]. Other lists refuse it with 400. */
  ignoresUnknownFilters?: boolean;
  needs?: Feature;
  bucket?: Bucket;
  /** Accounts on the restricted free plan may call it too (interface.md, Authentication). */
  freePlan?: boolean;
};

/** One method of one path, as used by the router, the interface description and the tests. */
export type Operation = Described & {
  query?: QuerySchemas;
  body?: z.ZodType;
  /**
   * For a body that is not a JSON:API document: its media type. The handler reads the body. `document` is a JSON:API
   * document that is accepted in its place.
   */
  rawBody?: { mediaType: string; schema: z.ZodType; document?: z.ZodType };
  handle(requested: OperationInput<Record<string, unknown>, unknown>): Promise<Response>;
};

/** Creates an operation whose handler receives query and body with the types of their schemas. */
export function operation<Schemas extends QuerySchemas = Record<never, never>, Body = undefined>(
  described: Described & {
    query?: Schemas;
    body?: z.ZodType<Body>;
    rawBody?: Operation["rawBody"];
    handle(requested: OperationInput<QueryOf<Schemas>, Body>): Promise<Response>;
  },
): Operation {
  return described;
}

/** A path below /v2 with its methods. Variable parts are written {id}, as in the documents. */
export type Endpoint = { path: string; methods: Partial<Record<Method, Operation>> };

export const endpoint = (path: string, methods: Endpoint["methods"]): Endpoint => ({ path, methods });
