import { vi } from "vitest";

// Tests create hundreds of users. The real cost of a hash is tested in lib/auth/passwords/password-hash.test.ts.
vi.mock("@/lib/auth/passwords/hash-cost", () => ({ PASSWORD_COST: { log2N: 10, r: 8, p: 1 } }));
