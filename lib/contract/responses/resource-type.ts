import type { z } from "zod";
import type { Relation } from "./relationship";

/** One type of resource as it is written. */
export type RecordKind = {
  attributes: z.ZodObject;
  relations: Record<string, Relation>;
  /** The collection its own address is in, as in /v2/containers/…; null when it has none. */
  folder: string | null;
};
