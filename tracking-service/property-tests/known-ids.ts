import type { Answer } from "@/tracking-service/testing/response";
import type { Described } from "./operations";

/** Ids of existing records in the account, by the list that returns them: "/containers" → […]. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;

const MAX = 5;

/** Requests ids from every list: first lists without ids in their path, then lists below the found records. */
export async function findIds(
  operations: readonly Described[],
  read: (path: string) => Promise<Answer>,
): Promise<KnownIds> {
  const known = new Map<string, string[]>();
  const lists = operations
    .filter(({ method, operation }) => method === "GET" && operation.success.kind === "list")
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  for (const { path } of lists) {
    for (const address of addresses(path, known)) {
      const response = await read(address);
      const ids = Array.isArray(response.document.data) ? response.items.map(({ id }) => id) : [];
      known.set(path, [...new Set([...(known.get(path) ?? []), ...ids])].slice(0, MAX));
    }
  }
  return known;
}

/** The addresses of a path template, as far as ids for its variables are known. */
export function addresses(template: string, known: KnownIds): string[] {
  const variable = /\{\w+\}/.exec(template);
  if (!variable) return [template];
  const list = template.slice(0, variable.index - 1);
  return (known.get(list) ?? []).flatMap((id) =>
    addresses(
      `${list}/${encodeURIComponent(id)}${template.slice(variable.index + variable[0].length)}`,
      known,
    ),
  );
}
