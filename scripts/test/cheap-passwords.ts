import { vi } from "vitest";

// Tests make hundreds of users. What a hash really costs is tried in lib/auth/passwords/password-hash.test.ts.
vi.mock("@/lib/auth/passwords/hash-cost", () => ({ PASSWORD_COST: { log2N: 10, r: 8, p: 1 } }));
