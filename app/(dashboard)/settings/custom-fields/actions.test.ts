import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";
import { AppError } from "@/lib/platform/errors";
import * as actions from "./actions";

const mocks = vi.hoisted(() => {
  /** Takes the place of a command, which forms also call with an unchecked input. */
  const asCommand = () => {
    const fn = vi.fn();
    return Object.assign(fn, { right: "dispatch", unchecked: (...sent: unknown[]) => fn(...sent) });
  };
  return {
    requireSession: vi.fn(),
    createDefinition: asCommand(),
    editDefinition: asCommand(),
    removeDefinition: asCommand(),
    addOptions: asCommand(),
    renameOption: asCommand(),
    moveOption: asCommand(),
    removeOption: asCommand(),
    askDefinitions: asCommand(),
    listDefinitions: vi.fn(),
  };
});
vi.mock("@/lib/platform/log", () => ({
  currentRequestId: () => undefined,
  logger: () => ({ error: vi.fn() }),
}));
vi.mock("@/lib/platform/database/client", () => ({ db: () => null }));
vi.mock("@/lib/tracking-client/open-client", () => ({ clientForUser: () => null }));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession: mocks.requireSession }));
vi.mock("@/lib/features/custom-fields/queries/definitions", () => ({
  listDefinitions: mocks.listDefinitions,
}));
vi.mock("@/lib/features/custom-fields/commands/refresh-definitions", () => ({
  fetchDefinitions: mocks.askDefinitions,
}));
vi.mock("@/lib/features/custom-fields/commands/edit-definition", async (original) => {
  const { createDefinition, editDefinition, removeDefinition } = mocks;
  return { ...(await original<object>()), createDefinition, editDefinition, removeDefinition };
});
vi.mock("@/lib/features/custom-fields/commands/edit-options", async (original) => {
  const { addOptions, renameOption, moveOption, removeOption } = mocks;
  return { ...(await original<object>()), addOptions, renameOption, moveOption, removeOption };
});

beforeEach(() => {
  vi.resetAllMocks();
  mocks.requireSession.mockResolvedValue({ userId: "u-1", role: "admin" });
  mocks.createDefinition.mockResolvedValue({ id: "k-1", visibility: "now" });
  for (const verb of [mocks.addOptions, mocks.editDefinition, mocks.renameOption, mocks.moveOption])
    verb.mockResolvedValue("now");
});

function send(action: FormAction, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return action(UNTRIED, form);
}
const NEW = { name: "Buyer", entityType: "Container", dataType: "short_text", slug: "", description: "" };
const create = (fields: Record<string, string> = {}) =>
  send(actions.createDefinitionAction, { ...NEW, ...fields });

describe("creating a field", () => {
  it("sends only the typed values, then the options", async () => {
    expect((await create()).done).toBe("Buyer created.");
    expect(mocks.createDefinition).toHaveBeenCalledWith(expect.anything(), {
      entity_type: "Container",
      display_name: "Buyer",
      data_type: "short_text",
      api_slug: "buyer",
    });
    await create({ dataType: "enum", options: " Ana \n\nBo\nAna\n", referenceType: "Party" });
    expect(mocks.createDefinition.mock.calls[1]?.[1].reference_type).toBeUndefined();
    expect(mocks.addOptions).toHaveBeenCalledWith(expect.anything(), {
      definitionId: "k-1",
      labels: ["Ana", "Bo"],
    });
  });

  it.each<[Record<string, string>, string, RegExp]>([
    [{ name: "  " }, "name", /Enter a name/],
    [{ name: "x".repeat(256) }, "name", /255/],
    [{ entityType: "Vessel" }, "entityType", /Select/],
    [{ dataType: "money" }, "dataType", /Select/],
    [{ slug: "Big Name" }, "slug", /Use lowercase letters, digits and underscores/],
    [{ slug: "7up" }, "slug", /Use lowercase letters, digits and underscores/],
    [{ description: "x".repeat(1_001) }, "description", /1,000/],
    [{ dataType: "reference" }, "referenceType", /Select/],
    [{ dataType: "enum", options: "x".repeat(256) }, "options", /255/],
  ])("rejects %o at %s and keeps the typed values", async (fields, name, text) => {
    const state = await create(fields);
    expect(state.fields[name]).toMatch(text);
    expect(state.values).toMatchObject(fields);
    expect(mocks.createDefinition).not.toHaveBeenCalled();
  });

  it("reports a created field whose options were rejected", async () => {
    const details = [{ pointer: "/data/attributes/value", message: "This field has an option A already." }];
    mocks.addOptions.mockRejectedValue(new AppError("refused_by_service", "x", { details }));
    expect((await create({ dataType: "enum", options: "A" })).done).toBe(
      "Buyer was created, but not all of its options were added. This field has an option A already.",
    );
  });

  it("shows a name conflict at the name field", async () => {
    const details = [{ pointer: "/data/attributes/api_slug", message: "taken" }];
    mocks.createDefinition.mockRejectedValue(new AppError("refused_by_service", "x", { details }));
    expect((await create()).fields).toEqual({ slug: "taken" });
  });
});

describe("editing after a change by another user", () => {
  const changed = new AppError("changed_meanwhile", "Another user changed it.");
  beforeEach(() => {
    const options = [{ id: "o-1", label: "Theirs" }];
    mocks.listDefinitions.mockResolvedValue([{ id: "k-1", name: "Theirs", description: null, options }]);
  });

  it("uses the current values of a field in the next attempt", async () => {
    mocks.editDefinition.mockRejectedValue(changed);
    const fields = { id: "k-1", beforeName: "Old", beforeDescription: "", name: "Mine", description: "" };
    expect(await send(actions.editDefinitionAction, fields)).toMatchObject({
      problem: changed.message,
      values: { name: "Mine", beforeName: "Theirs", beforeDescription: "" },
    });
  });

  it("uses the current label of an option in the next attempt", async () => {
    mocks.renameOption.mockRejectedValue(changed);
    const fields = { definitionId: "k-1", optionId: "o-1", before: "Old", label: "Mine" };
    expect(await send(actions.renameOptionAction, fields)).toMatchObject({
      problem: changed.message,
      values: { label: "Mine", before: "Theirs" },
    });
  });
});

it("rejects an option without a label and an empty list of options", async () => {
  const option = { definitionId: "k-1", optionId: "o-1", before: "A" };
  expect((await send(actions.renameOptionAction, { ...option, label: " " })).fields.label).toMatch(/name/);
  expect(
    (await send(actions.addOptionsAction, { definitionId: "k-1", labels: "\n \n" })).fields.labels,
  ).toMatch(/at least one/);
  expect(mocks.renameOption).not.toHaveBeenCalled();
  expect(mocks.addOptions).not.toHaveBeenCalled();
});

it("does nothing for a user who is not signed in", async () => {
  mocks.requireSession.mockRejectedValue(new AppError("not_signed_in", "Sign in again."));
  const fields = {
    ...NEW,
    id: "k-1",
    definitionId: "k-1",
    optionId: "o-1",
    before: "A",
    label: "B",
    labels: "C",
  };
  for (const action of Object.values(actions))
    expect((await send(action, fields)).problem).toBe("Sign in again.");
  for (const [name, verb] of Object.entries(mocks))
    if (name !== "requireSession") expect(verb, name).not.toHaveBeenCalled();
});
