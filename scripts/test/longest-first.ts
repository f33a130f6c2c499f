import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The tests with the longest waits, by the end of their path. They start first, so that the others run in parallel. */
const LONG = [
  "bench/faults/short.test.ts",
  "tracking-service/conformance/waits.long.test.ts",
  "tracking-service/conformance/deliveries.test.ts",
  "tracking-service/kill.test.ts",
  "tracking-service/deliveries/overload.long.test.ts",
  "lib/sync/with-service.test.ts",
  "tracking-service/conformance/tracking-request-states.test.ts",
  "lib/platform/postgres/cluster.test.ts",
];

const rank = ({ moduleId }: TestSpecification) => {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? LONG.length : place;
};

/** Vitest's order of files, with the long ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
