import type { Outcome } from "./fuzz";

const MAX_BODY = 600;

const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<number[]>(
    (max, row) => row.map((cell, at) => Math.max(max[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join("  "),
    )
    .join("\n");
};

/** Table of the number of responses by status and kind of target. */
export function statusTable({ statuses }: Outcome): string {
  const seen = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))].sort(
    (a, b) => a - b,
  );
  const rows = [...statuses].map(([kind, counts]) => [
    kind,
    ...seen.map((status) => String(counts.get(status) ?? 0)),
  ]);
  return columns([["answers", ...seen.map((status) => (status === 0 ? "none" : String(status)))], ...rows]);
}

/** The findings with sample requests and the command to repeat them. */
export function findingsText({ found }: Outcome, seed: number): string {
  const shown = found.map(({ kind, row, times, shown: some }) => {
    const requests = some.map(({ shot, seen }) => {
      const { number, caller, method, path, headers, body, broken } = shot;
      return [
        `  ${method} ${path.slice(0, MAX_BODY)} as ${caller.name}${broken ? ` (${broken})` : ""}`,
        `    again: npm run test:fuzz -- --seed ${seed} --only ${number}`,
        `    headers: ${JSON.stringify(headers.filter(([name]) => name !== "cookie")).slice(0, MAX_BODY)}`,
        ...(body ? [`    body: ${JSON.stringify(body.toString("utf8").slice(0, MAX_BODY))}`] : []),
        `    seen: ${JSON.stringify(seen)}`,
      ].join("\n");
    });
    return [`${row}: ${times} × ${kind}`, ...requests].join("\n");
  });
  return shown.join("\n");
}
