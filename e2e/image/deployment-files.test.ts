import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readSettings } from "@/lib/platform/config/config";
import { SETTING_NAMES } from "@/lib/platform/config/environment-variables";
import { PROGRAMS } from "@/scripts/image/assemble";
import { IMAGE_PROGRAMS } from "@/scripts/image/image-programs";
import { readConfig, requirePublicUrl, SERVICE_SETTING_NAMES } from "@/tracking-service/runtime/config";
import { STOPPED } from "./programs";

const read = (...path: string[]) => readFileSync(join("deploy", ...path), "utf8");
const dockerfile = read("Dockerfile");
const imagePort = Number(/\bPORT=(\d+)/.exec(dockerfile)?.[1]);
const imageHost = /\bHOST=(\S+)/.exec(dockerfile)?.[1];
const imageUser = Number(/^USER (\d+):/m.exec(dockerfile)?.[1]);

/** Names that are no settings: of the compose file itself, of PostgreSQL and of Node. */
const OTHER_NAMES = new Set(["DOMAIN", "NODE_ENV"]);
const unknownSettings = (names: Iterable<string>) =>
  [...names].filter(
    (name) => !SETTING_NAMES.has(name) && !SERVICE_SETTING_NAMES.includes(name) && !OTHER_NAMES.has(name),
  );

/** Whether the dashboard has a route at this path. */
const hasRoute = (path: string) => existsSync(join("app", ...path.split("/"), "route.ts"));
/** The words of a command that run a file of the image must name one of its programs, and start.mjs a known command. */
function checkCommand(words: readonly string[]): void {
  const [file, ...args] = words[0]?.endsWith("node") ? words.slice(1) : ["programs/start.mjs", ...words];
  const program = /^programs\/([a-z-]+)\.mjs$/.exec(file ?? "")?.[1] ?? "";
  expect(Object.keys(PROGRAMS), words.join(" ")).toContain(program);
  if (program === "start") expect(Object.keys(IMAGE_PROGRAMS), words.join(" ")).toContain(args[0]);
}

it("the Dockerfile runs files of the image, without root and with known settings", () => {
  for (const line of dockerfile.match(/^(?:ENTRYPOINT|HEALTHCHECK).*$/gm) ?? []) {
    const words: string[] = JSON.parse(line.slice(line.indexOf("[")));
    checkCommand(words[1] === "programs/start.mjs" ? [...words, "dashboard"] : words);
  }
  const settings = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/(\w+)=/g)].map(
    ([, name = ""]) => name,
  );
  expect(settings).toContain("HOST");
  expect(unknownSettings(settings)).toEqual([]);
  expect(imageUser).toBeGreaterThan(0);
  expect(dockerfile).toContain(`EXPOSE ${imagePort}`);
});

describe("compose.yaml", () => {
  const SERVICE = z.object({
    image: z.string(),
    command: z.array(z.string()).default(["dashboard"]),
    environment: z.record(z.string(), z.string()).default({}),
    depends_on: z
      .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
      .default([]),
    read_only: z.boolean().default(false),
    tmpfs: z.array(z.string()).default([]),
    cap_drop: z.array(z.string()).default([]),
    healthcheck: z
      .object({ test: z.array(z.string()) })
      .partial()
      .default({}),
  });
  const COMPOSE = z.object({
    services: z.record(z.string(), SERVICE),
    networks: z.object({
      default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }),
    }),
  });
  const text = read("compose.yaml");
  const { services, networks } = COMPOSE.parse(parse(text, { merge: true }));
  const ours = Object.entries(services).filter(([, { image }]) => image === "drayboard");

  /** Values for the variables of the compose file. */
  const SAMPLES: Readonly<Record<string, string>> = {
    DOMAIN: "dashboard.example.com",
    DATABASE_PASSWORD: "a-password",
    NEXTAUTH_SECRET: "n".repeat(32),
    SECRETS_KEY: "s".repeat(32),
    TRACKING_API_URL: "https://api.example.com/v2",
    TRACKING_API_KEY: "a-key",
  };
  const fill = (value: string) =>
    value.replace(
      /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
      (_, name, otherwise) => SAMPLES[name] ?? otherwise ?? "",
    );

  it("names each required variable at its top", () => {
    const head = text.slice(0, text.indexOf("\nname:"));
    const required = [...text.matchAll(/\$\{(\w+):\?([^}]*)\}/g)].map(([, name = "", hint]) => {
      // Compose prints it after the name.
      expect(hint, name).toBe("set it in deploy/.env");
      return name;
    });
    expect([...new Set(required)].sort()).toEqual(Object.keys(SAMPLES).sort());
    for (const name of required) expect(head).toContain(name);
  });

  it.each(ours)("runs %s with settings that it accepts, confined", (_, service) => {
    checkCommand(service.command);
    if (service.healthcheck.test) checkCommand(service.healthcheck.test.slice(1));
    expect(unknownSettings(Object.keys(service.environment))).toEqual([]);
    const filled = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, fill(value)]),
    );
    expect(() => readSettings(filled)).not.toThrow();
    for (const name of IMAGE_PROGRAMS[service.command[0] ?? ""]?.needs ?? [])
      expect(filled[name], name).toBeTruthy();
    if (service.command[0] === "tracking-service") {
      const tracking = readConfig({ NODE_ENV: "test", HOST: imageHost, ...filled });
      expect(() => requirePublicUrl(tracking)).not.toThrow();
      expect(tracking.publicUrl).toBe("http://tracking-service:4010");
    }
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(service.tmpfs.some((mount) => mount.startsWith("/tmp"))).toBe(true);
  });

  it("starts dashboards and workers after the database is prepared", () => {
    expect(ours.map(([name]) => name)).toEqual([
      "prepare",
      "dashboard-1",
      "dashboard-2",
      "worker",
      "tracking-service",
    ]);
    expect(services.prepare?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    for (const name of ["dashboard-1", "dashboard-2", "worker"])
      expect(services[name]?.depends_on, name).toEqual({
        prepare: { condition: "service_completed_successfully" },
      });
  });

  it("has Caddy send requests to both dashboards, probe a route, and be the trusted proxy", async () => {
    const caddyfile = read("Caddyfile");
    const targets = [...caddyfile.matchAll(/\b([a-z]+-\d):(\d+)/g)].map(
      ([, name, port]) => `${name}:${port}`,
    );
    expect(targets).toEqual(["dashboard-1", "dashboard-2"].map((name) => `${name}:${imagePort}`));
    expect(hasRoute(/health_uri (\S+)/.exec(caddyfile)?.[1] ?? "none")).toBe(true);
    expect(services["dashboard-1"]?.environment.TRUSTED_PROXIES).toBe(
      networks.default.ipam.config[0]?.subnet,
    );
  });
});

describe("Kubernetes manifests", () => {
  const PROBE = z.object({
    httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
    exec: z.object({ command: z.array(z.string()) }).optional(),
  });
  const CONTAINER = z.object({
    name: z.string(),
    args: z.array(z.string()),
    env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    envFrom: z.array(z.object({ secretRef: z.object({ name: z.literal("drayboard") }) })).length(1),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
    startupProbe: PROBE.optional(),
    livenessProbe: PROBE.optional(),
    readinessProbe: PROBE.optional(),
    securityContext: z.object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
    }),
  });
  const POD = z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.object({
      securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(imageUser) }),
      initContainers: z.array(CONTAINER).default([]),
      containers: z.array(CONTAINER).length(1),
    }),
  });
  const DOCUMENT = z.object({
    kind: z.string(),
    metadata: z.object({ name: z.string() }),
    spec: z.unknown(),
  });
  const WORKLOAD = z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
    template: POD,
  });
  const SERVICE = z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ targetPort: z.string() })),
  });
  const texts = ["prepare.yaml", "drayboard.yaml"].map((file) => read("kubernetes", file));
  const documents = texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => {
      expect(document.errors).toEqual([]);
      return DOCUMENT.parse(document.toJS());
    }),
  );
  const workloads = documents
    .filter(({ kind }) => kind !== "Service")
    .map(({ metadata, spec }) => ({ name: metadata.name, ...WORKLOAD.parse(spec) }));
  /** The names of the settings in the secret, by the comment that creates it. */
  const inSecret =
    (/from-env-file[\s\S]*?\(([\s\S]*?)\)/.exec(texts[1] ?? "")?.[1] ?? "").match(/[A-Z_]{3,}/g) ?? [];

  it("have a job that prepares, dashboards, workers and a service", () => {
    expect(documents.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual([
      "Job drayboard-prepare",
      "Deployment drayboard-dashboard",
      "Deployment drayboard-worker",
      "Service drayboard",
    ]);
  });

  it.each(workloads)("run $name with known commands, settings and probes", ({ selector, template }) => {
    const labels = template.metadata.labels;
    if (selector) expect(labels).toMatchObject(selector.matchLabels);
    for (const container of [...template.spec.initContainers, ...template.spec.containers]) {
      checkCommand(container.args);
      const set = [...inSecret, ...container.env.map(({ name }) => name)];
      expect(unknownSettings(set)).toEqual([]);
      for (const name of IMAGE_PROGRAMS[container.args[0] ?? ""]?.needs ?? []) expect(set).toContain(name);
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        if (probe?.exec) checkCommand(probe.exec.command);
        if (!probe?.httpGet) continue;
        expect(hasRoute(probe.httpGet.path), probe.httpGet.path).toBe(true);
        expect(container.ports).toContainEqual({ name: probe.httpGet.port, containerPort: imagePort });
      }
    }
  });

  it("have dashboards and workers wait until the database is prepared", () => {
    const [job, ...others] = workloads.map(({ template }) => template.spec);
    expect(job?.containers[0]?.args).toEqual(["prepare"]);
    for (const { initContainers } of others)
      expect(initContainers.map(({ args }) => args)).toEqual([["prepare", "--wait"]]);
  });

  it("have probes of dashboards and workers", () => {
    const [, dashboard, worker] = workloads.map(({ template }) => template.spec.containers[0]);
    expect(dashboard).toMatchObject({ startupProbe: {}, livenessProbe: {}, readinessProbe: {} });
    expect(worker?.livenessProbe?.exec?.command).toEqual(["node", "programs/health.mjs", "worker"]);
    expect(worker?.env.map(({ name }) => name)).toContain("WORKER_METRICS_PORT");
  });

  it("have a service that finds the dashboards", () => {
    const { selector, ports } = SERVICE.parse(documents.at(-1)?.spec);
    const found = workloads.filter(({ template: { metadata } }) =>
      Object.entries(selector).every(([label, value]) => metadata.labels[label] === value),
    );
    expect(found.map(({ name }) => name)).toEqual(["drayboard-dashboard"]);
    expect(found[0]?.template.spec.containers[0]?.ports[0]?.name).toBe(ports[0]?.targetPort);
  });
});

describe("systemd units", () => {
  const names = readdirSync(join("deploy", "systemd"));

  it.each(names)("%s starts a program of the image with known settings", async (name) => {
    const text = read("systemd", name);
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1] ?? "";
    checkCommand(value("ExecStart").split(" "));
    expect(
      unknownSettings([...value("Environment").matchAll(/(\w+)=/g)].map(([, setting = ""]) => setting)),
    ).toEqual([]);
    expect(value("EnvironmentFile")).toBe("/etc/drayboard.env");
    expect(value("User")).toBe("drayboard");
    for (const key of ["NoNewPrivileges", "PrivateTmp", "ProtectHome"]) expect(value(key), key).toBe("yes");
    expect(value("ProtectSystem")).toBe("strict");
    // A stop in order must not count as a failure.
    if (name.includes("dashboard")) expect(value("SuccessExitStatus")).toBe(String(STOPPED));
  });

  it.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)("are valid to systemd", async () => {
    const folder = await mkdtemp(join(tmpdir(), "drayboard-units-"));
    try {
      const files = names.map((name) => join(folder, name.replace("@", "@3000")));
      for (const name of names) {
        // The Node of this test: systemd checks that the program exists.
        const text = read("systemd", name).replace("/usr/bin/node", process.execPath);
        await writeFile(join(folder, name.replace("@", "@3000")), text);
      }
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
      // A wrong value is a message on stderr. Messages about units of this machine do not count.
      expect(stderr.split("\n").filter((line) => line.includes(folder))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
