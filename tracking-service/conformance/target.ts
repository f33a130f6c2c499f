import { afterAll, inject, it } from "vitest";
import { INTERFACE_TITLE } from "@/tracking-service/endpoints/title";
import { type Answer, type Call, send } from "@/tracking-service/testing/response";
import { type Description, readDescription, SchemaCheck } from "./schema-check";
import { targetSchema } from "./target-notes";

async function requestDashboard() {
  const response = await fetch(inject("conformanceCoordinator"));
  if (!response.ok) throw new Error(`there is no service to test: ${await response.text()}`);
  return targetSchema.parse(await response.json());
}

const noted = await requestDashboard();
async function readDescriptionOf(url: string): Promise<Description | null> {
  const response = await fetch(`${url}/openapi.json`).catch(() => null);
  return response?.ok ? readDescription(await response.json().catch(() => null)) : null;
}

async function describeOurselves(): Promise<Description> {
  console.warn(`${noted.url} does not describe itself: answers are held against our own description.`);
  const { describeInterface } = await import("@/tracking-service/endpoints/openapi");
  const { ENDPOINTS } = await import("@/tracking-service/routes/all");
  const own = readDescription(JSON.parse(JSON.stringify(describeInterface(ENDPOINTS))));
  if (!own) throw new Error("our own description is no OpenAPI document");
  return own;
}

const described = await readDescriptionOf(noted.url);
const check = new SchemaCheck(described ?? (await describeOurselves()));

/** The service under test. The suite uses only HTTP; no test accesses a database. */
export const target = {
  ...noted,
  /** True for this service at any address. It has its own test numbers and features, and exact responses. */
  ours: described?.info.title === INTERFACE_TITLE,
  /** True when the service runs on this machine and can deliver to a local address. */
  near: ["127.0.0.1", "localhost", "[::1]"].includes(new URL(noted.url).hostname),
};

/** Addresses that describe the interface but are not part of it. */
const RELATED = new Set(["/openapi.json", "/docs"]);

const called = new Set<string>();
afterAll(async () => {
  await fetch(inject("conformanceCoordinator"), { method: "POST", body: JSON.stringify([...called]) });
});

type CallHere = Call & {
  /** A service other than the target, such as `target.limited`. */
  at?: { url: string; key: string };
  /** True when the test is about 429. Otherwise the call waits and repeats at a foreign target. */
  limits?: boolean;
};

/**
 * Sends one request with the target's key, unless the call has its own. Checks the response against the target's
 * /openapi.json by path, method and status. Throws when it does not match.
 */
export async function call(path: string, options: CallHere = {}): Promise<Answer> {
  const { at = target, limits = false, ...rest } = options;
  const method =
    options.method ?? (options.body === undefined && options.text === undefined ? "GET" : "POST");
  const result = await send(at.url, at.key, path, rest);
  if (result.status === 429 && !target.own && !limits) {
    const seconds = Number(result.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds || 10, 61) * 1_000));
    return call(path, options);
  }
  const template = check.templateOf(path);
  if (template !== null) called.add(`${method} ${template}`);
  if (RELATED.has(path) || method === "HEAD") return result;
  const complaints = check.complaints(method, path, result);
  if (complaints.length === 0) return result;
  throw new Error(
    `${method} ${path}: not as /openapi.json says:\n  ${complaints.join("\n  ")}\n${result.glimpse}`,
  );
}

/** Returns a document as soon as the target has read it or failed to. Throws after ten seconds. */
export async function untilDocumentRead(id: string): Promise<Answer> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const response = await call(`/documents/${id}`);
    if (response.item.attributes?.status !== "pending") return response;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the document was not read");
}

/** Checks the records of a delivered document against their descriptions. Throws the differences. */
export function checkRecords(document: unknown): void {
  const complaints = check.wrongRecords(document);
  if (complaints.length > 0) throw new Error(`not as /openapi.json says:\n  ${complaints.join("\n  ")}`);
}

/** The timeout of a test: as given at our own service, much longer elsewhere because limits are waited out. */
export const patience = (ms: number): number => (target.own ? ms : 600_000);

/** Pause between two polls. At a foreign target each poll counts against a limit. */
export const POLL_EVERY_MS = target.own ? 300 : 2_000;

/** The title of a test that covers several rows (rows.txt). Every row after the first begins with its section. */
export const showing = (...rows: string[]): string => rows.join("; ");

type Test = () => void | Promise<void>;

function itWhere(holds: boolean, title: string, why: string, test: Test, timeoutMs?: number): void {
  const run = holds ? it : it.skip;
  const patient = timeoutMs === undefined ? undefined : patience(timeoutMs);
  run(holds ? title : `${title} (skipped: ${why})`, test, patient);
}

/** A test that requires a service started by the suite. Elsewhere it is skipped, and the title contains the reason. */
export const itHere = (title: string, why: string, test: Test, timeoutMs?: number) =>
  itWhere(target.own, title, why, test, timeoutMs);

/** A test of features that only this service has, at any address. */
export const itOurs = (title: string, why: string, test: Test, timeoutMs?: number) =>
  itWhere(target.ours, title, why, test, timeoutMs);

/** A test that requires deliveries to this machine. */
export const itDelivered = (title: string, test: Test, timeoutMs?: number) =>
  itWhere(target.ours && target.near, title, "it cannot reach this machine", test, timeoutMs);
