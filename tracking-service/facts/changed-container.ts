import type { BoxFacts, DataSource } from "./attributes";
import type { Owner } from "./record-events";

export type News = { before: BoxFacts; after: BoxFacts; now: Date; dataSource: DataSource; owner: Owner };
