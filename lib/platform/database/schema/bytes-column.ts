import { customType } from "drizzle-orm/pg-core";

/** A bytea column, read as Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
