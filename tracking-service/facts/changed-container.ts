import type { DataSource, JourneyFacts } from "./attributes";
import type { Owner } from "./record-events";

export type UnseenChanges = {
  before: JourneyFacts;
  after: JourneyFacts;
  now: Date;
  dataSource: DataSource;
  owner: Owner;
};
