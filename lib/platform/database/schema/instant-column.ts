import { timestamp } from "drizzle-orm/pg-core";

/** A timestamptz column, read as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
