import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNTRIED } from "@/components/ui/forms/form-state";
import type { FieldDefinition } from "@/lib/features/custom-fields/rules/custom-field";
import { AppError } from "@/lib/platform/errors";
import { clearFieldAction, setFieldAction } from "./field-actions";

const mocks = vi.hoisted(() => {
  /** Takes the place of a command, which forms also call with an unchecked input. */
  const asCommand = () => {
    const fn = vi.fn();
    return Object.assign(fn, { right: "dispatch", unchecked: (...sent: unknown[]) => fn(...sent) });
  };
  return {
    requireSession: vi.fn(),
    setCustomField: asCommand(),
    clearCustomField: asCommand(),
    findHeldValue: vi.fn(),
    listDefinitions: vi.fn(),
    findReferenced: vi.fn(),
  };
});
vi.mock("@/lib/platform/log", () => ({
  currentRequestId: () => undefined,
  logger: () => ({ error: vi.fn() }),
}));
vi.mock("@/app/(dashboard)/_layout/user-preferences", () => ({ readViewerLocale: async () => "en-US" }));
vi.mock("@/lib/platform/database/client", () => ({ db: () => null }));
vi.mock("@/lib/tracking-client/open-client", () => ({ clientForUser: () => null }));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession: mocks.requireSession }));
vi.mock("@/lib/features/custom-fields/queries/definitions", () => ({
  listDefinitions: mocks.listDefinitions,
}));
vi.mock("@/lib/features/documents/queries/records-by-number", () => ({
  findReferenced: mocks.findReferenced,
}));
vi.mock("@/lib/features/custom-fields/commands/set-value", async (original) => ({
  ...(await original<object>()),
  setCustomField: mocks.setCustomField,
  clearCustomField: mocks.clearCustomField,
  findHeldValue: mocks.findHeldValue,
}));

const definition = (dataType: string): FieldDefinition => ({
  id: "k-1",
  entityType: "Container",
  slug: "buyer",
  name: "Buyer",
  description: null,
  dataType,
  referenceType: dataType === "reference" ? "Party" : null,
  options: [
    { id: "o-1", value: "ana", label: "Ana", position: 0 },
    { id: "o-2", value: "bo", label: "Bo", position: 1 },
  ],
});

beforeEach(() => {
  vi.resetAllMocks();
  mocks.requireSession.mockResolvedValue({ userId: "u-1", role: "dispatcher" });
  mocks.setCustomField.mockResolvedValue("now");
  mocks.clearCustomField.mockResolvedValue("now");
});

function form(values: readonly string[], more: Record<string, string> = {}): FormData {
  const sent = new FormData();
  const fields = { recordType: "container", recordId: "c-1", slug: "buyer", before: "null", ...more };
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  for (const value of values) sent.append("value", value);
  return sent;
}

function set(dataType: string, values: readonly string[], more: Record<string, string> = {}) {
  mocks.listDefinitions.mockResolvedValue([definition(dataType)]);
  return setFieldAction(UNTRIED, form(values, more));
}
const sent = () => mocks.setCustomField.mock.calls[0]?.[1];

describe("setting a value", () => {
  it.each<[string, string[], Record<string, string>, unknown]>([
    ["number", ["1,250.5"], {}, 1250.5],
    ["enum_multi", ["bo", "ana"], {}, ["bo", "ana"]],
    ["boolean", ["false"], {}, false],
    ["datetime", ["2026-07-01T08:00"], { valueZone: "America/Los_Angeles" }, "2026-07-01T15:00:00.000Z"],
    [
      "datetime",
      ["2026-11-01T01:30"],
      { valueZone: "America/New_York", valueTwice: "second" },
      "2026-11-01T06:30:00.000Z",
    ],
    ["datetime", ["2026-07-01T08:00"], { valueZone: "Nowhere/Land" }, "2026-07-01T08:00:00.000Z"],
  ])("sends a %s value %o in its type", async (dataType, values, more, value) => {
    expect((await set(dataType, values, more)).done).toBe("Buyer saved to the tracking service.");
    const record = { type: "container", id: "c-1" };
    expect(sent()).toEqual({ record, slug: "buyer", before: null, value });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["number", ["many"], {}, /Enter a number with up to 12 digits before and 6 after the decimal point/],
    ["enum", ["cy"], {}, /is no longer an option/],
    ["datetime", [""], {}, /Enter a date and time, or clear the field/],
    ["datetime", ["2026-03-08T02:30"], { valueZone: "America/New_York" }, /does not exist/],
    ["datetime", ["2026-11-01T01:30"], { valueZone: "America/New_York" }, /occurs twice/],
    ["reference", ["Nobody Inc"], {}, /“Nobody Inc”/],
  ])("rejects a %s value %o at the field and keeps the typed value", async (dataType, values, more, text) => {
    mocks.findReferenced.mockResolvedValue([]);
    const state = await set(dataType, values, more);
    expect(state.fields.value).toMatch(text);
    expect(state.values.chosen).toBe(JSON.stringify(values));
    expect(mocks.setCustomField).not.toHaveBeenCalled();
  });

  it("sends the id of the only matching record and rejects several matches", async () => {
    mocks.findReferenced.mockResolvedValue(["p-1"]);
    await set("reference", ["Harbour Dray"]);
    expect(sent()?.value).toBe("p-1");
    mocks.findReferenced.mockResolvedValue(["p-1", "p-2"]);
    expect((await set("reference", ["Harbour Dray"])).fields.value).toMatch(/” matches more than one/);
  });

  it("reports a change by another user above the form and uses that value in the next attempt", async () => {
    mocks.setCustomField.mockRejectedValue(new AppError("changed_meanwhile", "Another user set it to “7”."));
    mocks.findHeldValue.mockResolvedValue(["7"]);
    const state = await set("enum_multi", ["ana", "bo"]);
    expect(state).toMatchObject({
      done: null,
      problem: "Another user set it to “7”.",
      values: { before: '["7"]', chosen: '["ana","bo"]' },
    });
  });

  it("shows a rejection by the service at the field, in the service's words", async () => {
    const details = [{ pointer: "/data/attributes/value", message: "value must be a number." }];
    mocks.setCustomField.mockRejectedValue(new AppError("refused_by_service", "x", { details }));
    expect((await set("number", ["7"])).fields).toEqual({ value: "value must be a number." });
  });
});

describe("rejected requests", () => {
  it("rejects a user who is not signed in", async () => {
    mocks.requireSession.mockRejectedValue(new AppError("not_signed_in", "Sign in again."));
    expect((await set("number", ["7"])).problem).toBe("Sign in again.");
    expect((await clearFieldAction(UNTRIED, form([]))).problem).toBe("Sign in again.");
    expect(mocks.setCustomField).not.toHaveBeenCalled();
    expect(mocks.clearCustomField).not.toHaveBeenCalled();
  });

  it.each<Record<string, string>>([{ recordType: "party" }, { recordId: "" }, { slug: "" }, { before: "{" }])(
    "rejects a form that Drayboard did not send: %o",
    async (more) => {
      expect((await set("number", ["7"], more)).problem).toMatch(/Couldn’t read the field/);
      expect(mocks.setCustomField).not.toHaveBeenCalled();
    },
  );

  it("rejects a field whose definition was deleted", async () => {
    expect((await set("number", ["7"], { slug: "other" })).problem).toMatch(
      /Another user deleted this custom field/,
    );
  });
});
