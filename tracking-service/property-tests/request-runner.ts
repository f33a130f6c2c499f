import fc from "fast-check";
import { readDescription, SchemaCheck } from "@/tracking-service/conformance/schema-check";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import type { TestService } from "@/tracking-service/testing/running-service";
import type { Case, Drawing } from "./cases";
import { findIds, type KnownIds } from "./known-ids";
import { type Described, describedOperations } from "./operations";
import { plainRequests } from "./random-requests";
import { Wire } from "./raw-http";
import { asText, complaintsAbout } from "./verdict";

declare module "vitest" {
  export interface ProvidedContext {
    /** Set by `npm run test:service:slow`. `requests` are sent to each operation whose name contains `only`. */
    slowRound?: { seed: number; requests: number; only: string };
  }
}

export const CONNECTIONS = 8;

/** A service with everything needed to send generated requests to each operation. */
export type Range = {
  drawings: Drawing[];
  /** Sends a request and returns the status. Throws when the response is wrong. */
  shoot(each: Case): Promise<number>;
  close(): void;
};

export async function openRange(service: TestService): Promise<Range> {
  const description = readDescription(JSON.parse(JSON.stringify(describeInterface(ENDPOINTS))));
  if (!description) throw new Error("the interface's description is none");
  const check = new SchemaCheck(description);
  const wire = new Wire(service.url, CONNECTIONS);
  const operations = describedOperations(ENDPOINTS);
  const known = await findIds(operations, (path) => service.call(path));
  return {
    drawings: operations.map((described) => drawingOf(described, operations, known, service.key)),
    shoot: async (each) => {
      const response = await wire.send(each.request).catch((cause: unknown) => {
        throw new Error(`${asText(each)}\n  got no answer: ${String(cause)}`, { cause });
      });
      const complaints = complaintsAbout(each, response, check);
      if (complaints.length === 0) return response.status;
      throw new Error(`${asText(each)}\n  ${complaints.join("\n  ")}\n  ${response.glimpse}`);
    },
    close: () => wire.close(),
  };
}

function drawingOf(
  described: Described,
  operations: readonly Described[],
  known: KnownIds,
  key: string,
): Drawing {
  const ids = [...known.values()].flat();
  const related = operations.filter(({ path }) => path === described.path).map(({ method }) => method);
  return {
    described,
    ids,
    allowed: new Set(related.includes("GET") ? [...related, "HEAD"] : related),
    plain: plainRequests(described, known, ids, key),
  };
}

type Round = {
  numRuns: number;
  seed: number;
  atOnce: number;
  /** Called with a line of progress after each operation. */
  onDone(line: string): void;
};

/**
 * Sends `numRuns` requests to each operation, several operations in parallel. Returns the failures, each with its
 * smallest failing request and the seed to reproduce it.
 */
export async function throwAtEach(
  drawings: readonly Drawing[],
  requests: (drawing: Drawing) => fc.Arbitrary<Case>,
  shoot: (each: Case) => Promise<unknown>,
  { numRuns, seed, atOnce, onDone }: Round,
): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...drawings.entries()];
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, drawing] = next;
      const property = fc.asyncProperty(requests(drawing), async (each) => {
        await shoot(each);
      });
      const result = await fc.check(property, { numRuns, seed: seed + index });
      if (result.failed) {
        const error = result.errorInstance;
        const message = error instanceof Error ? error.message : String(error);
        failures.push(
          `${drawing.described.name} (seed ${result.seed}, path ${result.counterexamplePath}):\n  ${message}`,
        );
      }
      done += 1;
      onDone(`${done}/${drawings.length} ${drawing.described.name}: ${result.failed ? "WRONG" : "good"}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
