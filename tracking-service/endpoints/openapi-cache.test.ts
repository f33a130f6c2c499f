import { createHash } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENTS } from "@/lib/contract/events";
import { exampleNotification } from "@/tracking-service/deliveries/examples/example-notification";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { describeInterface } from "./openapi";
import { METHODS } from "./operation";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0 });
});
afterAll(() => service.end());

const described: unknown = JSON.parse(JSON.stringify(describeInterface(ENDPOINTS)));

const operations = ENDPOINTS.flatMap(({ path, methods }) =>
  METHODS.filter((method) => methods[method]).map((method) => `${method} ${path}`),
);

/** The structure OpenAPI 3.1 requires, for the parts this document uses. Schemas are checked separately. */
const schema = z.looseObject({});
const content = z.record(z.string().regex(/^[\w.+*-]+\/[\w.+*-]+$/), z.strictObject({ schema }));
const documentSchema = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(
      z.enum(METHODS),
      z.strictObject({
        summary: z.string().min(1),
        description: z.string().min(1),
        operationId: z.string().regex(/^\w+$/),
        tags: z.array(z.string().min(1)),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        parameters: z
          .array(
            z.strictObject({
              name: z.string().min(1),
              in: z.enum(["path", "query"]),
              required: z.boolean().optional(),
              description: z.string().optional(),
              deprecated: z.boolean().optional(),
              schema,
            }),
          )
          .optional(),
        requestBody: z.strictObject({ required: z.boolean().optional(), content }).optional(),
        responses: z.record(
          z.string().regex(/^[1-5]\d\d$/),
          z.strictObject({
            description: z.string(),
            content: content.optional(),
            headers: z.looseObject({}).optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    parameters: z.looseObject({}).optional(),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({
        type: z.literal("apiKey"),
        in: z.literal("header"),
        name: z.string(),
        description: z.string(),
      }),
    ),
  }),
  webhooks: z.looseObject({}).optional(),
});

function schemasIn(value: unknown, found: unknown[] = []): unknown[] {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (name === "schema") found.push(member);
    else schemasIn(member, found);
  }
  return found;
}

const pointersIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? "");

describe("/v2/openapi.json", () => {
  const document = documentSchema.parse(described);

  it("matches the OpenAPI 3.1 structure and lists every operation once", () => {
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(named.sort()).toEqual([...operations, "get /documents/{id}/download"].sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("declares each path variable as a required parameter, without duplicates", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters = [] } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === "path");
        expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
        expect(inPath.every(({ required }) => required)).toBe(true);
        expect(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(
          parameters.length,
        );
      }
    }
  });

  it("has one path per path shape", () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it("resolves all references and contains valid 2020-12 JSON Schemas", () => {
    for (const pointer of pointersIn(described)) {
      const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(pointer)?.[1] ?? "";
      expect(document.components.schemas, pointer).toHaveProperty([name]);
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    const all = [...Object.values(document.components.schemas), ...schemasIn(document.paths)];
    expect(all.length).toBeGreaterThan(100);
    for (const each of all)
      expect(ajv.validateSchema(z.looseObject({}).parse(each)), ajv.errorsText()).toBe(true);
  });

  it("describes each event as a webhook with its delivered document", async () => {
    const delivered = z
      .record(z.string(), z.object({ post: z.object({ requestBody: z.object({ content }) }) }))
      .parse(document.webhooks);
    expect(Object.keys(delivered)).toEqual([...EVENTS]);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "all", components: document.components });
    const schemas = new Set(
      EVENTS.map((event) => {
        const media = delivered[event]?.post.requestBody.content["application/json"];
        return JSON.stringify(media?.schema);
      }),
    );
    const [only = ""] = schemas;
    expect(schemas.size).toBe(1);
    const validate = ajv.compile(JSON.parse(only.replaceAll('"#/', '"all#/')));
    for (const event of EVENTS) {
      const example = await exampleNotification(service.store.db, event);
      expect(validate(JSON.parse(JSON.stringify(example))), ajv.errorsText(validate.errors)).toBe(true);
    }
    expect(validate({ data: { type: "webhook_notification" } })).toBe(false);
  });

  it("describes authentication, errors, limits and how to verify a signature", () => {
    for (const text of [
      "Authorization: Token <API_KEY>",
      "source.pointer",
      "| Refresh a container | 10 |",
      "X-T49-Webhook-Signature",
      "createHmac",
    ]) {
      expect(document.info.description).toContain(text);
    }
    expect(document.info.description).not.toContain("undefined");
  });

  it("describes container lengths as integers", () => {
    const length = z
      .object({ properties: z.object({ attributes: z.object({ properties: z.looseObject({}) }) }) })
      .parse(document.components.schemas.container).properties.attributes.properties.equipment_length;
    expect(length).toMatchObject({ type: ["integer", "null"], enum: [10, 20, 40, 45, null] });
  });

  it("requires no key and returns 304 when unchanged", async () => {
    const first = await fetch(`${service.url}/openapi.json`);
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual(described);
    const etag = first.headers.get("etag") ?? "";
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await fetch(`${service.url}/openapi.json`, { headers: { "If-None-Match": tag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    expect((await fetch(`${service.url}/openapi.json`, { headers: { "If-None-Match": '"x"' } })).status).toBe(
      200,
    );
  });

  it.each(["/openapi.json", "/docs", "/docs/swagger-ui.css"])("%s is read only", async (path) => {
    const result = await service.call(path, { method: "DELETE" });
    expect(result.status).toBe(405);
    expect(result.headers.get("allow")).toBe("GET, HEAD");
  });
});

// e2e/service-docs.spec.ts opens the page in a browser.
describe("/v2/docs", () => {
  async function open() {
    const response = await fetch(`${service.url}/docs`);
    return { headers: response.headers, page: await response.text() };
  }

  it("loads only files that this service sends", async () => {
    const { headers, page } = await open();
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const loaded = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
    expect(loaded).toEqual(["data:,", "docs/swagger-ui.css", "openapi.json", "docs/swagger-ui-bundle.js"]);
    for (const path of loaded.slice(1)) {
      const result = await fetch(`${service.url}/${path}`);
      expect(result.status, path).toBe(200);
      expect(result.headers.get("x-content-type-options")).toBe("nosniff");
      expect((await result.text()).length).toBeGreaterThan(10_000);
    }
    const script = await fetch(`${service.url}/docs/swagger-ui-bundle.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect((await fetch(`${service.url}/docs/package.json`)).status).toBe(401);
  });

  it("allows its own script by hash, and no other inline script or style", async () => {
    const { headers, page } = await open();
    const [, script = ""] = /<script>([^<]+)<\/script>/.exec(page) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy?.join()).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });
});
