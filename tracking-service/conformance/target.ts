import { afterAll, inject, it } from "vitest";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { type Answer, type Call, send } from "@/tracking-service/testing/answer";
import { targetSchema } from "./desk-notes";
import { readDescription, SchemaCheck } from "./schema-check";

async function askDesk() {
  const response = await fetch(inject("conformanceDesk"));
  if (!response.ok) throw new Error(`there is no service to test: ${await response.text()}`);
  return targetSchema.parse(await response.json());
}

/** The service under test. HTTP alone leads to it: no test of this suite sees a database. */
export const target = await askDesk();

async function describeTarget(): Promise<SchemaCheck> {
  const response = await fetch(`${target.url}/openapi.json`).catch(() => null);
  const described = response?.ok ? readDescription(await response.json().catch(() => null)) : null;
  if (described) return new SchemaCheck(described);
  console.warn(`${target.url} does not describe itself: answers are held against our own description.`);
  const own = readDescription(JSON.parse(JSON.stringify(describeInterface(ENDPOINTS))));
  if (!own) throw new Error("our own description is no OpenAPI document");
  return new SchemaCheck(own);
}

const check = await describeTarget();

/** Addresses that are about the interface, not of it. */
const BESIDE = new Set(["/openapi.json", "/docs"]);

const called = new Set<string>();
afterAll(async () => {
  await fetch(inject("conformanceDesk"), { method: "POST", body: JSON.stringify([...called]) });
});

type CallHere = Call & {
  /** Another service than the target, as `target.limited`. */
  at?: { url: string; key: string };
  /** 429 is what the test is about; else, at a foreign target, it is waited out. */
  limits?: boolean;
};

/**
 * One request, with the target's key unless the call has its own. The answer is held against the target's
 * /openapi.json by path, method and status; an answer that is not as described throws.
 */
export async function call(path: string, options: CallHere = {}): Promise<Answer> {
  const { at = target, limits = false, ...rest } = options;
  const method =
    options.method ?? (options.body === undefined && options.text === undefined ? "GET" : "POST");
  const answer = await send(at.url, at.key, path, rest);
  if (answer.status === 429 && !target.own && !limits) {
    const seconds = Number(answer.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds || 10, 61) * 1_000));
    return call(path, options);
  }
  const template = check.templateOf(path);
  if (template !== null) called.add(`${method} ${template}`);
  if (BESIDE.has(path) || method === "HEAD") return answer;
  const complaints = check.complaints(method, path, answer);
  if (complaints.length === 0) return answer;
  throw new Error(
    `${method} ${path}: not as /openapi.json says:\n  ${complaints.join("\n  ")}\n${answer.glimpse}`,
  );
}

/** Holds a delivered document's records against their descriptions; throws what is wrong with them. */
export function checkRecords(document: unknown): void {
  const complaints = check.wrongRecords(document);
  if (complaints.length > 0) throw new Error(`not as /openapi.json says:\n  ${complaints.join("\n  ")}`);
}

/** A test that only a service of our own can be given; elsewhere it is skipped, and its title says why. */
export function itHere(title: string, why: string, test: () => Promise<void>, timeoutMs?: number): void {
  const run = target.own ? it : it.skip;
  run(target.own ? title : `${title} (skipped: ${why})`, test, timeoutMs);
}
