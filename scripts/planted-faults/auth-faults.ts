import type { PlantedFault } from "./planted-fault";

export const AUTH_FAULTS: readonly PlantedFault[] = [
  {
    name: "a reset password does not end the user's sessions",
    file: "lib/auth/accounts/users.ts",
    source: "row?.id !== userId || row.sessionVersion !== sessionVersion",
    mistake: "row?.id !== userId",
    tests: ["lib/auth/accounts/users.test.ts"],
  },
  {
    name: "a session in use never ends",
    file: "lib/auth/sessions/session-store.ts",
    source: "and(inArray(sessions.id, [...ids]), gt(sessions.startedAt, MAX_SESSION))",
    mistake: "and(inArray(sessions.id, [...ids]))",
    tests: ["lib/auth/sign-in/session-guard.test.ts"],
  },
  {
    name: "a stream goes on after its user lost the right",
    file: "lib/auth/sign-in/session-guard.ts",
    source: "return user ? may(user.role, right) : false;",
    mistake: "return Boolean(user);",
    tests: ["lib/auth/sign-in/session-guard.test.ts"],
  },
  {
    name: "a code of the second factor is valid twice",
    file: "lib/auth/second-factor/totp.ts",
    source: "and(eq(users.id, userId), or(isNull(users.totpStep), lt(users.totpStep, step)))",
    mistake: "eq(users.id, userId)",
    tests: ["lib/auth/second-factor/totp.test.ts"],
  },
  {
    name: "attempts with a code are counted on the wrong key",
    file: "lib/auth/second-factor/code-attempts.ts",
    source: 'codeThrottle().admit(userId, "")',
    mistake: 'codeThrottle().admit("", userId)',
    tests: ["lib/auth/sign-in/verify-credentials.test.ts"],
  },
  {
    name: "single sign-on takes over the account of an unverified email",
    file: "lib/auth/sso/single-sign-on.ts",
    source: "verified: email_verified === true",
    mistake: "verified: email_verified !== false",
    tests: ["lib/auth/sso/single-sign-on.test.ts"],
  },
  {
    name: "the cookie of a known device never expires",
    file: "lib/auth/sign-in/known-device.ts",
    source: "return device && now.getTime() < device.untilMs ? device : null;",
    mistake: "return device && now.getTime() > 0 ? device : null;",
    tests: ["lib/auth/sign-in/known-device.test.ts"],
  },
  {
    name: "a client chooses its own address by a forwarded header",
    file: "lib/auth/throttling/client-address.ts",
    source: 'forwarded.split(",").reverse()',
    mistake: 'forwarded.split(",")',
    tests: ["lib/auth/throttling/client-address.test.ts"],
  },
  {
    name: "a token of one kind opens another kind",
    file: "lib/auth/tokens/access-tokens.ts",
    source: "and(eq(accessTokens.tokenHash, hashOf(token)), eq(accessTokens.kind, kind))",
    mistake: "eq(accessTokens.tokenHash, hashOf(token))",
    tests: ["lib/features/feeds/commands/feeds.test.ts"],
  },
  {
    name: "a disabled admin counts as another admin",
    file: "lib/auth/accounts/account-rules.ts",
    source: '        eq(users.role, "admin"),\n        isNull(users.disabledAt),\n',
    mistake: '        eq(users.role, "admin"),\n',
    tests: ["lib/auth/sso/single-sign-on.test.ts"],
  },
];
