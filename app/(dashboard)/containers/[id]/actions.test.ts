import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNTRIED } from "@/components/ui/forms/form-state";
import { AppError } from "@/lib/platform/errors";
import { assignPartyAction, removePartyAction } from "./actions";

const { assignParty, replaceParty, createParty, removeParty, logged } = vi.hoisted(() => {
  /** Takes the place of a command, which forms also call with an unchecked input. */
  const asCommand = () => {
    const fn = vi.fn();
    return Object.assign(fn, { right: "dispatch", unchecked: (...sent: unknown[]) => fn(...sent) });
  };
  return {
    ...{ logged: vi.fn(), createParty: asCommand() },
    ...{ assignParty: asCommand(), replaceParty: asCommand(), removeParty: asCommand() },
  };
});
vi.mock("@/lib/platform/log", () => ({
  currentRequestId: () => undefined,
  logger: () => ({ error: logged }),
}));
vi.mock("@/lib/platform/database/client", () => ({ db: () => null }));
vi.mock("@/lib/tracking-client/open-client", () => ({ clientForUser: () => null }));
vi.mock("@/lib/auth/sign-in/current-session", () => ({
  requireSession: async () => ({ userId: "u-1", role: "dispatcher" }),
}));
vi.mock("@/lib/features/parties/commands/party-roles", () => ({ assignParty, removeParty }));
vi.mock("@/lib/features/parties/commands/replace-party", () => ({ replaceParty }));
vi.mock("@/lib/features/parties/commands/create-party", () => ({ createParty }));

beforeEach(() => {
  vi.resetAllMocks();
  createParty.mockResolvedValue({ id: "p-9", visibility: "now" });
  assignParty.mockResolvedValue({ visibility: "now" });
});

function form(fields: Record<string, string>): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries({ containerId: "c-1", ...fields })) sent.set(name, value);
  return sent;
}
const assign = (fields: Record<string, string>) => assignPartyAction(UNTRIED, form(fields));
const silent = () => new AppError("service_unreachable", "The service does not answer.");

describe("a new party that was created but not assigned", () => {
  it("selects the created party in the form, reports that it exists and does not create it again", async () => {
    assignParty.mockRejectedValueOnce(silent());
    const state = await assign({ companyName: "Harbour Dray" });
    expect(state.done).toBeNull();
    expect(state.problem).toBe("Harbour Dray was created. The service does not answer.");
    expect(state.values).toMatchObject({ party: "p-9", companyName: "", partyName: "Harbour Dray" });

    const { party, companyName } = state.values;
    expect(await assign({ party: party ?? "", companyName: companyName ?? "" })).toMatchObject({
      done: "Dray carrier assigned.",
    });
    expect(createParty).toHaveBeenCalledTimes(1);
    expect(assignParty).toHaveBeenLastCalledWith(expect.anything(), {
      on: { type: "container", id: "c-1" },
      role: "pickup_dray_carrier",
      parties: [{ id: "p-9" }],
      seen: null,
    });
  });

  it("shows a rejection at the party field", async () => {
    const details = [{ pointer: "/data/attributes/role", message: "is taken" }];
    assignParty.mockRejectedValueOnce(new AppError("refused_by_service", "is taken", { details }));
    const state = await assign({ companyName: "Harbour Dray" });
    expect(state.problem).toBe("Harbour Dray was created.");
    expect(state.fields).toEqual({ party: "is taken" });
  });
});

it("keeps the typed name and assigns no party when the party was not created", async () => {
  createParty.mockRejectedValueOnce(silent());
  const state = await assign({ companyName: "Harbour Dray" });
  expect(state.problem).toBe("The service does not answer.");
  expect(state.values).toEqual({ containerId: "c-1", companyName: "Harbour Dray" });
  expect(assignParty).not.toHaveBeenCalled();
});

it.each([
  ["soon", /^Dray carrier assigned\. It will appear here shortly\.$/],
  ["not_yet", /^Dray carrier assigned\. Saved, but not shown here yet\.$/],
])("reports the result and that it is shown %s", async (visibility, text) => {
  assignParty.mockResolvedValue({ visibility });
  expect((await assign({ party: "p-1" })).done).toMatch(text);
  assignParty.mockResolvedValue({ visibility: "now" });
  createParty.mockResolvedValue({ id: "p-9", visibility });
  expect((await assign({ companyName: "Harbour Dray" })).done).toMatch(text);
});

it("reports an unexpected error without a claim about the result and logs no query", async () => {
  removeParty.mockRejectedValueOnce(
    new Error("Failed query: delete … params: r-1", { cause: new Error("lost") }),
  );
  const state = await removePartyAction(UNTRIED, form({ roleId: "r-1" }));
  expect(state.problem).toMatch(/Check whether it was saved/);
  expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, "action failed");
});

describe("replacing the dray carrier", () => {
  const sent = { party: "p-2", mode: "replace", replacedRoleId: "r-1", replacedPartyId: "p-1" };
  const held = { roleId: "r-9", partyId: "p-2", name: "" };

  it("sends what the form showed", async () => {
    replaceParty.mockResolvedValue({ assigned: [held], removed: [held], visibility: "now" });
    expect(await assign(sent)).toMatchObject({ done: "Dray carrier replaced." });
    expect(replaceParty).toHaveBeenLastCalledWith(expect.anything(), {
      on: { type: "container", id: "c-1" },
      role: "pickup_dray_carrier",
      parties: [{ id: "p-2" }],
      replaced: [{ roleId: "r-1", partyId: "p-1" }],
      seen: ["p-1"],
    });
    expect(assignParty).not.toHaveBeenCalled();
  });

  it("by itself is refused at the field", async () => {
    replaceParty.mockResolvedValue({ assigned: [], removed: [], visibility: "now" });
    expect(await assign(sent)).toMatchObject({ done: null, fields: { party: "Already assigned." } });
  });

  it("says what was half done", async () => {
    const half = "Keystone is assigned. Harbor Dray could not be removed: The role is locked.";
    replaceParty.mockRejectedValue(new AppError("refused_by_service", half));
    expect(await assign(sent)).toMatchObject({ done: null, problem: half });
  });
});
