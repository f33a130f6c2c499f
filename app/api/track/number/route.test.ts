import { beforeEach, expect, it, vi } from "vitest";
import type { NumberResponse } from "@/components/tracking-requests/use-number-inference";
import { AppError } from "@/lib/platform/errors";
import { POST } from "./route";

const { requireSession, inferNumber, listKnownNumbers } = vi.hoisted(() => ({
  requireSession: vi.fn(),
  inferNumber: vi.fn(),
  listKnownNumbers: vi.fn(),
}));
vi.mock("@/lib/platform/database/client", () => ({ db: () => null }));
vi.mock("@/lib/tracking-client/open-client", () => ({ clientForUser: () => null }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/platform/log", () => ({
  currentRequestId: () => undefined,
  logger: () => ({ error: vi.fn() }),
}));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession }));
vi.mock("@/lib/features/tracking-requests/commands/infer-number", () => ({
  inferNumber: Object.assign(inferNumber, { right: "dispatch" }),
}));
vi.mock("@/lib/features/tracking-requests/queries/tracked-numbers", () => ({ listKnownNumbers }));

const KNOWN: NumberResponse["known"] = {
  key: "MSKU4807969",
  state: "tracking",
  shipmentId: "s-1",
  containerId: "c-1",
};
const READING: NumberResponse["reading"] = { type: "container", problem: null, line: null, candidates: [] };

beforeEach(() => {
  vi.resetAllMocks();
  requireSession.mockResolvedValue({ userId: "u-1", role: "dispatcher" });
  listKnownNumbers.mockResolvedValue([]);
});

const request = (number: string) =>
  POST(
    new Request("http://127.0.0.1:3000/api/track/number", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ number }),
    }),
  ).then((response) => response.json());

it("returns the service's reading and what is tracked of the number", async () => {
  inferNumber.mockResolvedValue(READING);
  listKnownNumbers.mockResolvedValue([KNOWN]);
  expect(await request("msku 480796-9")).toEqual({ reading: READING, reason: null, known: KNOWN });
  expect(listKnownNumbers).toHaveBeenCalledWith(null, [{ key: "MSKU4807969", scac: null }]);
});

it("returns the reason when the service does not read the number, as the form shows it", async () => {
  inferNumber.mockRejectedValue(
    new AppError("service_unreachable", "The tracking service is not responding."),
  );
  const expected: NumberResponse = {
    reading: null,
    reason: "The tracking service is not responding.",
    known: null,
  };
  expect(await request("MEDUAB123456")).toEqual(expected);
});
