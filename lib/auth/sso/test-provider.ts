import { createServer, type RequestListener, type Server } from "node:http";
import Provider, { type Configuration } from "oidc-provider";

const CLIENT_ID = "dashboard";
const CLIENT_SECRET = "a-client-secret-of-the-provider";

/** The claims the provider returns for a user who signs in there. */
export type Reported = Record<string, unknown>;

/** Listens on a free port of this machine, and returns the address. */
export function listenHere(server: Server): Promise<string> {
  return new Promise((done, fail) => {
    server.listen(0, "127.0.0.1", () => {
      const at = server.address();
      if (at === null || typeof at === "string") fail(new Error("the server has no port"));
      else done(`http://127.0.0.1:${at.port}`);
    });
  });
}

function configurationFor(dashboardUrl: string, reported: () => Reported): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${dashboardUrl}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ["sub", "email", "email_verified", "name", "groups"] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...reported() }) }),
    loadExistingGrant: async (context) => {
      const { client, provider: op, session } = context.oidc;
      const grant = new op.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    cookies: { keys: ["a key of the provider's own"] },
  };
}

/**
 * A real OpenID provider on this machine, for tests. It accepts any name and password, and returns the claims set with
 * `say`. `serve` starts to serve the dashboard at an address; `settings` is the dashboard's environment.
 */
export async function openTestProvider() {
  const server = createServer();
  const issuer = await listenHere(server);
  let reported: Reported = {};
  let misbehaving: RequestListener | null = null;
  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    serve(dashboardUrl: string): void {
      const answer = new Provider(
        issuer,
        configurationFor(dashboardUrl, () => reported),
      ).callback();
      server.on("request", (request, response) => (misbehaving ?? answer)(request, response));
    },
    say(claims: Reported): void {
      reported = claims;
    },
    /** Answers every request with this instead, until it is called with null. */
    misbehave(listener: RequestListener | null): void {
      misbehaving = listener;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>;
