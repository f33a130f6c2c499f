import type { RequestListener } from "node:http";
import { performance } from "node:perf_hooks";
import { openInstances } from "@/e2e/system/instances";
import { forgedProvider, idToken, makeKey } from "@/lib/auth/sso/forged-provider";
import { signInThrough } from "@/lib/auth/sso/test-browser";
import { openTestProvider } from "@/lib/auth/sso/test-provider";
import { watchMemory } from "./process-memory";
import type { HostileRow, HostileTarget } from "./target";

const GROUP = "hostile checks";
const PERSON = { email: "hostile@example.com", email_verified: true, groups: [GROUP] };
const AT_ONCE = 20;
const MAX_GROWTH_MB = 256;
/** The dashboard gives an answer of the provider up after 10 s. */
const MAX_MS = 20_000;

const endless: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(100_000)));
  };
  response.on("drain", more);
  more();
};

type Forge = (claims: Record<string, unknown>) => string;

/**
 * A single sign-on provider that forges ID tokens and answers without an end, at a dashboard of its own. Nobody may be
 * signed in, and everybody once it behaves. All its other answers are in lib/auth/sso/single-sign-on.test.ts.
 */
export async function oddProvider({ system }: HostileTarget): Promise<HostileRow[]> {
  const provider = await openTestProvider();
  const instances = await openInstances(system);
  try {
    const { url, child } = await instances.dashboard({
      env: () => ({ ...provider.settings, OIDC_ROLES: `${GROUP}=viewer` }),
    });
    provider.serve(url);
    const [key, unknown] = [makeKey("first"), makeKey("first")];
    const issuer = provider.settings.OIDC_ISSUER;
    const serve = (token: Forge, named?: string) =>
      provider.misbehave(
        forgedProvider(issuer, { keys: () => [key], token, ...(named === undefined ? {} : { named }) }),
      );
    const elsewhere = "https://id.example.com";
    const forgeries: readonly [name: string, token: Forge, named?: string][] = [
      ["no signature", (claims) => idToken({ ...claims, ...PERSON }, null)],
      ["an unknown key", (claims) => idToken({ ...claims, ...PERSON }, unknown)],
      ["another nonce", (claims) => idToken({ ...claims, ...PERSON, nonce: "another" }, key)],
      ["a past end", (claims) => idToken({ ...claims, ...PERSON, exp: 1_700_000_000 }, key)],
      ["another issuer", (claims) => idToken({ ...claims, ...PERSON, iss: elsewhere }, key), elsewhere],
    ];
    const admitted: string[] = [];
    for (const [name, token, named] of forgeries) {
      serve(token, named);
      if ((await signInThrough(url, "mallory")).token !== undefined) admitted.push(name);
    }
    const memory = watchMemory(child.pid);
    provider.misbehave(endless);
    const begun = performance.now();
    const hung = await Promise.all(Array.from({ length: AT_ONCE }, () => signInThrough(url, "mallory")));
    const ms = performance.now() - begun;
    const { quiet, most } = memory.end();
    serve((claims) => idToken({ ...claims, ...PERSON }, key));
    const { at, token } = await signInThrough(url, "mallory");
    return [
      {
        check: "Single sign-on: forged ID tokens are refused",
        figure: admitted.join(", ") || `${forgeries.length} refused`,
        held: admitted.length === 0,
      },
      {
        check: `Single sign-on: ${AT_ONCE} endless descriptions`,
        figure: `${(ms / 1_000).toFixed(1)} s, ${Math.round(quiet)} MB quiet, ${Math.round(most)} MB at most`,
        held:
          quiet > 0 &&
          ms <= MAX_MS &&
          most - quiet <= MAX_GROWTH_MB &&
          hung.every((one) => one.token === undefined),
      },
      { check: "Single sign-on: afterwards a right token", figure: at, held: token !== undefined },
    ];
  } finally {
    await instances.end();
    provider.close();
  }
}
