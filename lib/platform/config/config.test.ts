import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig, readSettings } from "./config";

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("an unset variable", () => {
  it("has the documented defaults", () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://127.0.0.1:3000",
      dataDir: resolve(".data"),
      locale: "en-US",
      logLimits: { files: 5, bytes: 20 * 1024 * 1024 },
      databaseUrl: null,
      readDatabaseUrl: null,
      trackingDatabaseUrl: null,
      trackingApiUrl: null,
      trackingApiKey: null,
      requestLimits: { default: 100, create: 100, infer: 200, refresh: 10 },
      reconcileMinutes: 15,
      webhookArchiveDays: 400,
      trackingServicePort: 4010,
      trackingServiceEmbedded: true,
      webhookSecret: null,
      nextauthSecret: null,
      secretsKey: null,
      oldSecretsKey: null,
      singleSignOn: null,
      webhookOverlapHours: 24,
      trustedProxies: null,
      trustedProxyHeader: null,
      adminEmail: "dispatch@example.com",
      adminPassword: null,
      backupPassphrase: null,
      seedContainers: 300,
      simPaused: false,
      seedSamples: true,
      webhookPrivateAddresses: false,
      dashboardHeapMb: 192,
      workerHeapMb: 256,
      trackingServiceHeapMb: 512,
      metrics: { host: "127.0.0.1", dashboardPort: null, workerPort: null, token: null },
      otlpEndpoint: null,
    });
  });

  it("equals an empty text", () => {
    expect(readSettings({ PORT: "", WEBHOOK_SECRET: "  " })).toEqual(readSettings({}));
  });
});

describe("a set variable", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:8080"],
    ["0.0.0.0", "http://127.0.0.1:8080"],
    ["::", "http://[::1]:8080"],
    ["dashboard.local", "http://dashboard.local:8080"],
  ])("derives from host %s the public URL %s", (HOST, publicUrl) => {
    expect(readSettings({ HOST, PORT: "8080" }).publicUrl).toBe(publicUrl);
  });

  it.each([
    ["200", { default: 200, create: 200, infer: 400, refresh: 20 }],
    ["5", { default: 5, create: 5, infer: 10, refresh: 1 }],
    ["off", { default: null, create: null, infer: null, refresh: null }],
  ])("accepts TRACKING_REQUESTS_PER_MINUTE %s", (TRACKING_REQUESTS_PER_MINUTE, requestLimits) => {
    expect(readSettings({ TRACKING_REQUESTS_PER_MINUTE })).toMatchObject({ requestLimits });
  });

  it.each([
    ["https://dashboard.example.com", "https://dashboard.example.com"],
    ["https://dashboard.example.com/", "https://dashboard.example.com"],
    ["http://10.0.0.5:3000", "http://10.0.0.5:3000"],
  ])("accepts PUBLIC_URL %s", (PUBLIC_URL, publicUrl) => {
    expect(readSettings({ PUBLIC_URL }).publicUrl).toBe(publicUrl);
  });

  it.each([
    ["https://api.example.com/v2", "https://api.example.com/v2"],
    ["https://api.example.com/tracking/v2/", "https://api.example.com/tracking/v2"],
    ["http://127.0.0.1:4010/v2", "http://127.0.0.1:4010/v2"],
    ["http://localhost:4010/v2", "http://localhost:4010/v2"],
    ["http://[::1]:4010/v2", "http://[::1]:4010/v2"],
  ])("accepts TRACKING_API_URL %s", (TRACKING_API_URL, trackingApiUrl) => {
    const settings = readSettings({ TRACKING_API_URL, TRACKING_API_KEY: "k" });
    expect(settings).toMatchObject({ trackingApiUrl, trackingServiceEmbedded: false });
  });

  it.each([
    ["true", true],
    ["1", true],
    ["FALSE", false],
    ["0", false],
  ])("accepts SIM_PAUSED %s", (SIM_PAUSED, simPaused) => {
    expect(readSettings({ SIM_PAUSED }).simPaused).toBe(simPaused);
  });

  it("contains addresses and networks of trusted proxies", () => {
    const TRUSTED_PROXIES = "10.0.0.5, 192.168.0.0/16,2001:db8::/32 ,::1";
    expect(readSettings({ TRUSTED_PROXIES }).trustedProxies).toEqual([
      { address: "10.0.0.5", family: "ipv4", bits: 32 },
      { address: "192.168.0.0", family: "ipv4", bits: 16 },
      { address: "2001:db8::", family: "ipv6", bits: 32 },
      { address: "::1", family: "ipv6", bits: 128 },
    ]);
  });

  it("marks the upstream as embedded in a child process of `npm run up`", () => {
    const settings = readSettings({
      TRACKING_API_URL: "http://127.0.0.1:4010/v2",
      TRACKING_API_KEY: "k",
      TRACKING_SERVICE_EMBEDDED: "true",
    });
    expect(settings.trackingServiceEmbedded).toBe(true);
  });

  it("accepts plain http to our own tracking service in a private network, and to no other host", () => {
    const set = { TRACKING_API_URL: "http://tracking-service:4010/v2", TRACKING_API_KEY: "k" };
    const { trackingApiUrl } = readSettings({ ...set, TRACKING_SERVICE_EMBEDDED: "true" });
    expect(trackingApiUrl).toBe("http://tracking-service:4010/v2");
    expect(problems(set)[0]).toMatch(/^TRACKING_API_URL: expected https/);
    const other = {
      ...set,
      TRACKING_API_URL: "http://api.example.com/v2",
      TRACKING_SERVICE_EMBEDDED: "true",
    };
    expect(problems(other)[0]).toMatch(/^TRACKING_API_URL: expected an https address/);
  });
});

const SINGLE_SIGN_ON = {
  OIDC_ISSUER: "https://id.example.com/realms/dashboard",
  OIDC_CLIENT_ID: "dashboard",
  OIDC_CLIENT_SECRET: "its secret is long".replaceAll(" ", "-"),
  OIDC_ROLES: "it=admin, cn=office,ou=dashboard=dispatcher",
};

describe("single sign-on", () => {
  it("is read completely, with a custom claim and scopes if set", () => {
    const roles = "it=admin,cn=office=dispatcher";
    expect(readSettings({ ...SINGLE_SIGN_ON, OIDC_ROLES: roles }).singleSignOn).toEqual({
      issuer: "https://id.example.com/realms/dashboard",
      clientId: "dashboard",
      clientSecret: "its-secret-is-long",
      scope: "openid email profile",
      groupsClaim: "groups",
      roles: new Map([
        ["it", "admin"],
        ["cn=office", "dispatcher"],
      ]),
    });
    const own = { OIDC_ROLES: roles, OIDC_SCOPE: "openid groups", OIDC_GROUPS_CLAIM: "roles" };
    expect(readSettings({ ...SINGLE_SIGN_ON, ...own }).singleSignOn).toMatchObject({
      scope: "openid groups",
      groupsClaim: "roles",
    });
  });

  it("reports its missing variables", () => {
    const { OIDC_ISSUER, OIDC_CLIENT_ID } = SINGLE_SIGN_ON;
    expect(problems({ OIDC_ISSUER, OIDC_CLIENT_ID })).toEqual([
      "OIDC_CLIENT_SECRET: expected a value because single sign-on is set, it is not set",
      "OIDC_ROLES: expected a value because single sign-on is set, it is not set",
    ]);
  });

  it.each([
    ["OIDC_ISSUER", "http://id.example.com"],
    ["OIDC_ISSUER", "https://id.example.com/?realm=dashboard"],
    ["OIDC_ROLES", "it"],
    ["OIDC_ROLES", "it=owner"],
    ["OIDC_ROLES", "brokers=customer"],
    ["OIDC_ROLES", "it=admin,,office=viewer"],
    ["OIDC_ROLES", "=admin"],
    ["OIDC_ROLES", SINGLE_SIGN_ON.OIDC_ROLES],
    ["OIDC_SCOPE", "email profile"],
  ])("rejects %s with the value %s", (name, value) => {
    expect(problems({ ...SINGLE_SIGN_ON, OIDC_ROLES: "it=admin", [name]: value })).toEqual([
      expect.stringMatching(`^${name}: expected `),
    ]);
  });
});

describe("an invalid value", () => {
  it.each(["abc", "0", "65536", "3000.5", "-1", "3e3"])("rejects PORT %s", (PORT) => {
    expect(problems({ PORT })).toEqual([`PORT: expected a whole number from 1 to 65535, got "${PORT}"`]);
  });

  it.each(["DASHBOARD_HEAP_MB", "WORKER_HEAP_MB", "TRACKING_SERVICE_HEAP_MB"])(
    "rejects %s if too small or not a number",
    (name) => {
      for (const value of ["127", "65537", "256 MB", "-1"])
        expect(problems({ [name]: value })).toEqual([
          `${name}: expected a whole number from 128 to 65536, got "${value}"`,
        ]);
    },
  );

  it.each([
    "dashboard.example.com",
    "ftp://dashboard.example.com",
    "https://dashboard.example.com/drayboard",
    "https://dashboard.example.com/?a=1",
    "https://dashboard.example.com/#a",
  ])("rejects PUBLIC_URL %s", (PUBLIC_URL) => {
    expect(problems({ PUBLIC_URL })).toEqual([
      `PUBLIC_URL: expected an http or https address without a path, for example https://dashboard.example.com, got "${PUBLIC_URL}"`,
    ]);
  });

  it("rejects PUBLIC_URL with a user, who is not shown", () => {
    expect(problems({ PUBLIC_URL: "https://me@dashboard.example.com" })).toEqual([
      "PUBLIC_URL: expected an http or https address without a path, for example https://dashboard.example.com, got an invalid value (not shown)",
    ]);
  });

  it.each([
    "http://api.example.com/v2",
    "https://api.example.com",
    "https://api.example.com/v1",
    "https://api.example.com/v2?key=1",
    "https://127.0.0.1.example.com",
    "http://127.0.0.1.example.com/v2",
    "https://user:pass@api.example.com/v2",
    "api.example.com/v2",
  ])("rejects TRACKING_API_URL %s", (TRACKING_API_URL) => {
    const found = problems({ TRACKING_API_URL, TRACKING_API_KEY: "k" });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^TRACKING_API_URL: expected an https address that ends in \/v2/);
  });

  it.each([
    ["HOST", "a b"],
    ["DATABASE_URL", "mysql://localhost/drayboard"],
    ["DATABASE_URL", "postgresql://localhost"],
    ["TRACKING_DATABASE_URL", "tracking"],
    ["TRACKING_API_KEY", "two words"],
    ["TRACKING_SERVICE_PORT", "four"],
    ["NEXTAUTH_SECRET", "short"],
    ["WEBHOOK_SECRET", "short"],
    ["SECRETS_KEY", "short"],
    ["OLD_SECRETS_KEY", "short"],
    ["WEBHOOK_OVERLAP_HOURS", "0"],
    ["WEBHOOK_OVERLAP_HOURS", "337"],
    ["TRUSTED_PROXIES", "proxy.example.com"],
    ["TRUSTED_PROXIES", "10.0.0.5;10.0.0.6"],
    ["TRUSTED_PROXIES", "10.0.0.5,"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/"],
    ["TRUSTED_PROXIES", "10.0.0.0/8/8"],
    ["TRUSTED_PROXIES", "2001:db8::/129"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["TRUSTED_PROXIES", "*"],
    ["TRUSTED_PROXY_HEADER", "X Real IP"],
    ["TRUSTED_PROXY_HEADER", "X-Real-IP: 1"],
    ["DRAYBOARD_ADMIN_EMAIL", "nobody"],
    ["DRAYBOARD_ADMIN_PASSWORD", "short"],
    ["SEED_CONTAINERS", "many"],
    ["SEED_CONTAINERS", "100001"],
    ["SIM_PAUSED", "perhaps"],
    ["SEED_SAMPLES", "some"],
    ["DRAYBOARD_LOCALE", "de-DE"],
    ["DRAYBOARD_LOCALE", "en"],
  ])("rejects %s %s", (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: expected .+, got `));
  });

  it("is reported together with all others", () => {
    expect(problems({ PORT: "x", SIM_PAUSED: "x", DRAYBOARD_ADMIN_EMAIL: "x" })).toHaveLength(3);
  });

  it.each([
    ["DATABASE_URL", "mysql://me:hunter2hunter2@localhost/x"],
    ["TRACKING_API_KEY", "hunter2 hunter2"],
    ["TRACKING_API_URL", "https://me:hunter2@api.example.com/v2"],
    ["NEXTAUTH_SECRET", "hunter2"],
    ["WEBHOOK_SECRET", "hunter2"],
    ["SECRETS_KEY", "hunter2"],
    ["OLD_SECRETS_KEY", "hunter2"],
    ["DRAYBOARD_ADMIN_PASSWORD", "hunter2"],
  ])("of %s is not printed", (name, value) => {
    expect(problems({ [name]: value }).join()).not.toContain("hunter2");
  });

  it("includes TRACKING_API_URL without its key", () => {
    expect(problems({ TRACKING_API_URL: "https://api.example.com/v2" })[0]).toMatch(
      /^TRACKING_API_KEY: expected/,
    );
  });

  it("includes two equal ports, if both are used", () => {
    expect(problems({ PORT: "4010" })[0]).toMatch(/^TRACKING_SERVICE_PORT: expected another port than PORT/);
    expect(
      problems({ PORT: "4010", TRACKING_API_URL: "https://api.example.com/v2", TRACKING_API_KEY: "k" }),
    ).toEqual([]);
  });
});

describe("a running process", () => {
  const complete = {
    DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/drayboard",
    TRACKING_API_URL: "http://127.0.0.1:4010/v2",
    TRACKING_API_KEY: "key",
    NEXTAUTH_SECRET: "0123456789abcdef0123456789abcdef",
  };

  it("has all settings", () => {
    expect(readConfig(complete)).toMatchObject({ databaseUrl: complete.DATABASE_URL, trackingApiKey: "key" });
  });

  it.each(["DATABASE_URL", "NEXTAUTH_SECRET"])("does not start without %s", (name) => {
    expect(() => readConfig({ ...complete, [name]: "" })).toThrow(new RegExp(`^${name}: expected a value`));
  });

  it("reports all missing variables", () => {
    expect(() => readConfig({})).toThrow(
      /DATABASE_URL[\s\S]+TRACKING_API_URL[\s\S]+TRACKING_API_KEY[\s\S]+NEXTAUTH_SECRET/,
    );
  });
});
