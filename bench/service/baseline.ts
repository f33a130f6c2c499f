import { readFile } from "node:fs/promises";
import pg from "pg";
import { z } from "zod";
import { serveFloor } from "@/bench/harness/floor";

/**
 * The baseline for the tracking service: sends the same statements to the database and returns their rows, without keys,
 * limits, resources or checks. `bench/service.ts` starts it with the database and a file of statements by path.
 */
const [databaseUrl, file] = process.argv.slice(2);

const statementsSchema = z.record(
  z.string(),
  z.array(z.object({ text: z.string(), values: z.array(z.unknown()) })),
);
const statements = new Map(
  Object.entries(statementsSchema.parse(JSON.parse(await readFile(file ?? "", "utf8")))),
);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });

/** Each statement is planned once per connection, even if the service does not do so. This is the minimum work. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
}

async function response(path: string): Promise<string | null> {
  const requested = statements.get(path);
  if (!requested) return null;
  const responses: unknown[][] = [];
  for (const { text, values } of requested) {
    responses.push((await pool.query({ name: nameOf(text), text, values })).rows);
  }
  return JSON.stringify(responses);
}

serveFloor(response);
