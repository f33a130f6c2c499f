import type { PoolClient } from "pg";
import { recentDurations } from "./recent-durations";

/** Quicker queries are not recorded: they cannot be among the slowest. */
const MIN_MS = 20;
const MAX_TEXT = 400;

/** The text of a query without values: the same for every run of it, whatever its parameters. */
export function nameOfQuery(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\$\d+/g, "$n")
    .replace(/\$n(?:, ?\$n)+/g, "$n, …")
    .replace(/(\(\$n, …\)|\(\$n\))(?:, ?(?:\(\$n, …\)|\(\$n\)))+/g, "$1, …")
    .trim()
    .slice(0, MAX_TEXT);
}

/** The text of a query's first argument. Null for a stream (COPY), which is no single query. */
function textOf(query: unknown): string | null {
  if (typeof query === "string") return query;
  if (typeof query !== "object" || query === null || "submit" in query) return null;
  return "text" in query && typeof query.text === "string" ? query.text : null;
}

type Callback = (...results: unknown[]) => unknown;
const isCallback = (value: unknown): value is Callback => typeof value === "function";

/** Records how long each query of a connection takes, from sending it to its last row. */
export function measureQueries(connection: PoolClient): void {
  connection.query = new Proxy(connection.query, {
    apply(query, self, input: unknown[]) {
      const text = textOf(input[0]);
      if (text === null) return Reflect.apply(query, self, input);
      const startedAt = performance.now();
      const end = () => {
        const ms = performance.now() - startedAt;
        if (ms >= MIN_MS) recentDurations().queries.add(nameOfQuery(text), ms, Date.now());
      };
      const callback = input.at(-1);
      if (isCallback(callback)) {
        const measured: Callback = (...results) => {
          end();
          return callback(...results);
        };
        return Reflect.apply(query, self, input.with(-1, measured));
      }
      const result: Promise<unknown> = Reflect.apply(query, self, input);
      result.then(end, end);
      return result;
    },
  });
}
