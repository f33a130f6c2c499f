import type { z } from "zod";
import type { Relation } from "./relationship";

/** One resource type as written in responses. */
export type RecordKind = {
  attributes: z.ZodObject;
  relations: Record<string, Relation>;
  /**
   * The collection that contains the address of the record, as in /v2/containers/…. Null when the record has no
   * address.
   */
  folder: string | null;
  /** The schema of its id. A uuid unless it is given. */
  id?: z.ZodType;
  /** Links of the record in addition to self. */
  links?: readonly string[];
};
