import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { RequestListener } from "node:http";

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject };

export const makeKey = (kid: string): SigningKey => ({
  kid,
  ...generateKeyPairSync("rsa", { modulusLength: 2_048 }),
});

/** An ID token of these claims. Without a key it is not signed. */
export function idToken(claims: object, key: SigningKey | null): string {
  const head = key ? { alg: "RS256", kid: key.kid } : { alg: "none" };
  const content = `${encoded(head)}.${encoded(claims)}`;
  const signature = key ? createSign("RSA-SHA256").update(content).sign(key.privateKey, "base64url") : "";
  return `${content}.${signature}`;
}

type Forgery = {
  /** The keys that it publishes. */
  keys: () => SigningKey[];
  /** The ID token, from the claims that would be right. */
  token: (claims: Record<string, unknown>) => string;
  /** The issuer that its description names. */
  named?: string;
};

/** An OpenID provider for tests, which signs everybody in at once and can answer with anything. */
export function forgedProvider(issuer: string, { keys, token, named = issuer }: Forgery): RequestListener {
  let nonce: string | null = null;
  return (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const send = (value: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(value));
    };
    if (url.pathname === "/.well-known/openid-configuration")
      return send({
        issuer: named,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    if (url.pathname === "/keys")
      return send({
        keys: keys().map(({ kid, publicKey }) => ({
          ...publicKey.export({ format: "jwk" }),
          kid,
          use: "sig",
        })),
      });
    if (url.pathname === "/auth") {
      nonce = url.searchParams.get("nonce");
      const back = new URL(url.searchParams.get("redirect_uri") ?? issuer);
      back.searchParams.set("code", "code");
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: "dashboard", sub: "vera", nonce, iat: now, exp: now + 300 };
    return send({ access_token: "access", token_type: "Bearer", id_token: token(claims) });
  };
}
