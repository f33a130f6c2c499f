import { describe, expect, it } from "vitest";
import { hideInLog, openLog } from "@/lib/platform/log";
import { ConfigError, readSettings } from "./config";
import { secretValues } from "./environment-variables";

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("monitoring", () => {
  const TOKEN = "a-token-of-sixteen-characters";

  it("has ports, a token and a collector", () => {
    const settings = readSettings({
      METRICS_PORT: "9464",
      WORKER_METRICS_PORT: "9465",
      METRICS_HOST: "0.0.0.0",
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
    });
    const metrics = { host: "0.0.0.0", dashboardPort: 9464, workerPort: 9465, token: TOKEN };
    expect(settings).toMatchObject({ metrics, otlpEndpoint: "http://collector:4318" });
  });

  it("needs a token on other addresses than this machine's", () => {
    expect(problems({ METRICS_HOST: "10.0.0.5" })).toEqual([
      "METRICS_TOKEN: expected a value because METRICS_HOST is not this machine, it is not set",
    ]);
  });

  it("needs ports that no other program uses", () => {
    const text = (name: string, port: number) =>
      `${name}: expected a port that no other setting uses, got ${port}`;
    expect(problems({ METRICS_PORT: "3000" })).toEqual([text("METRICS_PORT", 3000)]);
    expect(problems({ METRICS_PORT: "9464", WORKER_METRICS_PORT: "9464" })).toEqual([
      text("WORKER_METRICS_PORT", 9464),
    ]);
    expect(problems({ WORKER_METRICS_PORT: "4010" })).toEqual([text("WORKER_METRICS_PORT", 4010)]);
  });

  it("shows no token that is too short, and no collector with a password", () => {
    const [token] = problems({ METRICS_TOKEN: "short-token" });
    expect(token).toBe(
      "METRICS_TOKEN: expected at least 16 characters without spaces, got an invalid value (not shown)",
    );
    for (const address of [
      "https://user:hush@collector",
      "https://hush@collector",
      "http//user:hush@collector",
    ]) {
      const [collector] = problems({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
      expect(collector).toMatch(
        /^OTEL_EXPORTER_OTLP_ENDPOINT: expected the http or https address .* got an invalid value \(not shown\)$/,
      );
    }
    expect(problems({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })[0]).toContain('got "collector:4318"');
  });

  it("shows no headers of a collector, in messages or in the log", () => {
    const [headers] = problems({ OTEL_EXPORTER_OTLP_HEADERS: "Basic dXNlcjpodXNo" });
    expect(headers).toBe(
      "OTEL_EXPORTER_OTLP_HEADERS: expected pairs such as authorization=Basic%20TEXT,x-tenant=office, got an invalid value (not shown)",
    );
    expect(problems({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=%zz" })).toHaveLength(1);

    const set = {
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Custom%20dXNlcjpodXNo, x-api-key=a%2Flong%2Fkey",
    };
    expect(problems(set)).toEqual([]);
    hideInLog(...secretValues(set));
    const lines: string[] = [];
    openLog({ write: (line) => lines.push(line) }).info({
      parts: ["dXNlcjpodXNo", "Custom dXNlcjpodXNo", "a/long/key", "a%2Flong%2Fkey"],
      all: set.OTEL_EXPORTER_OTLP_HEADERS,
    });
    for (const secret of ["dXNlcjpodXNo", "long"]) expect(lines.join("")).not.toContain(secret);
    expect(lines.join("")).toContain("[redacted]");
  });
});
