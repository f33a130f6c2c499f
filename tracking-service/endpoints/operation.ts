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

/** What handlers work with. */
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

/** Query parameters by name; a name that ends in [] takes several values. What one refuses is 422. */
export type QuerySchemas = Record<string, z.ZodType>;
export type QueryOf<Schemas extends QuerySchemas> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };

/** One request, read and checked. */
export type Asked<Query, Body> = {
  service: Service;
  account: Account;
  /** A part of the path, as it came; "" when the path has none of this name. */
  param(name: string): string;
  query: Query;
  /** The page that was asked for; everything on one page where the operation has none. */
  page: Page;
  /** Paths of relationships to include, each a list of names. */
  include: string[][];
  body: Body;
  /** The address as links.self gives it: path and query, without the host. */
  self: string;
  context: Context<Environment>;
};

/** What an operation answers when all is well. */
export type Success =
  /** One record. `included` says that related records always come with it. */
  | { kind: "item"; type: ResourceType | readonly ResourceType[]; status?: 200 | 201; included?: boolean }
  | { kind: "list"; type: ResourceType | readonly ResourceType[]; included?: boolean }
  | { kind: "empty" }
  /** Anything else, such as a bare GeoJSON document. */
  | { kind: "other"; schema: z.ZodType; mediaType: string; status?: 200 | 201 };

type Described = {
  /** A line on what it does. */
  summary: string;
  /** Where the documents speak of it: "interface.md, GET /shipments". */
  section: string;
  success: Success;
  /** The type, or types, whose relationships `include` may name; without it there is no such parameter. */
  include?: ResourceType | readonly ResourceType[];
  /** The default page size of a list that has pages. */
  pageSize?: number;
  needs?: Feature;
  bucket?: Bucket;
  /** Accounts on the restricted free plan may call it too (interface.md, Authentication). */
  freePlan?: boolean;
};

/** One method of one path: all that the router, the interface description and the tests know of it. */
export type Operation = Described & {
  query?: QuerySchemas;
  body?: z.ZodType;
  /** A body that is no JSON:API document: its media type. The handler reads it itself. */
  rawBody?: { mediaType: string; schema: z.ZodType };
  handle(asked: Asked<Record<string, unknown>, unknown>): Promise<Response>;
};

/** An operation whose handler sees its query and body with the types of their schemas. */
export function operation<Schemas extends QuerySchemas = Record<never, never>, Body = undefined>(
  described: Described & {
    query?: Schemas;
    body?: z.ZodType<Body>;
    rawBody?: Operation["rawBody"];
    handle(asked: Asked<QueryOf<Schemas>, Body>): Promise<Response>;
  },
): Operation {
  return described;
}

/** A path, below /v2, with its methods. Parts that vary are written {id}, as in the documents. */
export type Endpoint = { path: string; methods: Partial<Record<Method, Operation>> };

export const endpoint = (path: string, methods: Endpoint["methods"]): Endpoint => ({ path, methods });
