import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import pg from "pg";
import { z } from "zod";

/**
 * The baseline for the tracking service: a bare server that sends the same statements to the database and returns their
 * rows as JSON, without keys, limits, resources or checks. `bench/service.ts` starts it with a port, the database and a
 * file of statements by path.
 */
const [port, databaseUrl, file] = process.argv.slice(2);

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

async function answer(path: string): Promise<string | null> {
  const asked = statements.get(path);
  if (!asked) return null;
  const answers: unknown[][] = [];
  for (const { text, values } of asked) {
    answers.push((await pool.query({ name: nameOf(text), text, values })).rows);
  }
  return JSON.stringify(answers);
}

createServer((request, response) => {
  answer(request.url ?? "").then(
    (text) =>
      text === null
        ? response.writeHead(404).end()
        : response.writeHead(200, { "content-type": "application/json" }).end(text),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(port), "127.0.0.1");
