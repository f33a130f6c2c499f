import { vi } from "vitest";

// Tests make hundreds of users. What a hash really costs is tried in lib/auth/password.test.ts.
vi.mock("@/lib/auth/password-cost", () => ({ PASSWORD_COST: { log2N: 10, r: 8, p: 1 } }));
