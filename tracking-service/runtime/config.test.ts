import { describe, expect, it } from "vitest";
import { readConfig, requirePublicUrl } from "./config";

const TRACKING_DATABASE_URL = "postgresql://me:word@127.0.0.1:5432/tracking";

describe("readConfig", () => {
  it("requires only the database and has defaults for the rest", () => {
    expect(readConfig({ TRACKING_DATABASE_URL, SIM_PAUSED: "", NODE_ENV: "test" })).toMatchObject({
      port: 4010,
      host: "127.0.0.1",
      seedContainers: 300,
      simPaused: false,
      simStart: null,
      rateLimitPerMinute: 100,
      statusWords: "specification",
    });
  });

  it.each([
    ["TRACKING_DATABASE_URL", ""],
    ["TRACKING_DATABASE_URL", "mysql://x/y"],
    ["TRACKING_SERVICE_PORT", "70000"],
    ["TRACKING_SERVICE_PORT", "-1"],
    ["SEED_CONTAINERS", "many"],
    ["SEED_CONTAINERS", "1000000"],
    ["SIM_PAUSED", "maybe"],
    ["SIM_START", "yesterday"],
    ["TRACKING_STATUS_WORDS", "created"],
    ["RATE_LIMIT_PER_MINUTE", "-1"],
    ["RATE_LIMIT_PER_MINUTE", "none"],
    ["TRACKING_PUBLIC_URL", "tracking.example.com"],
    ["TRACKING_PUBLIC_URL", "ftp://tracking.example.com"],
    ["TRACKING_PUBLIC_URL", "https://me:word@tracking.example.com"],
    ["TRACKING_PUBLIC_URL", "https://tracking.example.com/?a=b"],
    ["LOG_LEVEL", "loud"],
  ])("rejects %s=%s with its name and the expected value", (name, value) => {
    const environment = { TRACKING_DATABASE_URL, NODE_ENV: "test" as const, [name]: value };
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} .*expected`));
  });

  it.each(["off", "0"])("disables the limits with %s", (RATE_LIMIT_PER_MINUTE) => {
    const environment = { TRACKING_DATABASE_URL, NODE_ENV: "test" as const, RATE_LIMIT_PER_MINUTE };
    expect(readConfig(environment).rateLimitPerMinute).toBeNull();
  });

  it.each([
    ["{", "is no JSON"],
    ['{"http":{"error":{"rate":2}}}', "at http.error.rate"],
    ['{"http":{"error":{"rate":0.1,"statuses":[500,418]}}}', "at http.error.statuses.1"],
    ['{"http":{"eror":{"rate":0.1}}}', "at http.eror"],
    ['{"deliveries":{"late":{"rate":0.1}}}', "at deliveries.late.ms"],
    ['{"sed":"x"}', "at sed"],
    ["[]", "expected object"],
  ])("rejects FAULTS=%s with the invalid member", (FAULTS, text) => {
    const environment = { TRACKING_DATABASE_URL, NODE_ENV: "test" as const, FAULTS };
    expect(() => readConfig(environment)).toThrow(text);
  });

  it.each([
    "https://tracking.example.com",
    "https://tracking.example.com/",
    "https://tracking.example.com/v2",
    "https://tracking.example.com/v2/",
  ])("reads the public address %s without /v2", (TRACKING_PUBLIC_URL) => {
    const environment = { TRACKING_DATABASE_URL, NODE_ENV: "test" as const, TRACKING_PUBLIC_URL };
    expect(readConfig(environment).publicUrl).toBe("https://tracking.example.com");
  });

  it("hides the password of an invalid address", () => {
    const environment = { TRACKING_DATABASE_URL: "http://me:hush-hush@x/y", NODE_ENV: "test" as const };
    expect(() => readConfig(environment)).toThrow(
      expect.not.objectContaining({ message: expect.stringMatching(/hush-hush/) }),
    );
  });
});

describe("requirePublicUrl", () => {
  const check = (HOST: string, TRACKING_PUBLIC_URL = "") =>
    requirePublicUrl(readConfig({ TRACKING_DATABASE_URL, NODE_ENV: "test", HOST, TRACKING_PUBLIC_URL }));

  it.each(["0.0.0.0", "::", "10.0.0.5", "tracking.internal"])(
    "requires the public address with HOST=%s",
    (host) => {
      expect(() => check(host)).toThrow(
        /^TRACKING_PUBLIC_URL is not set; expected .*such as https:\/\/tracking\.example\.com, because HOST is /,
      );
      expect(() => check(host, "http://tracking-service:4010/v2")).not.toThrow();
    },
  );

  it.each(["", "127.0.0.1", "localhost", "::1"])("does not require it with HOST=%s", (host) => {
    expect(() => check(host)).not.toThrow();
  });
});
