import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DocumentRecordForm } from "@/components/documents/document-form";
import { AssignForm } from "@/components/parties/assign-form";
import { CreatePartyForm } from "@/components/parties/create-party-form";
import { currentUser } from "@/components/preferences/signed-in-user";
import { TrackForm } from "@/components/tracking-requests/track-form";
import { findFormDraft, keepFormDraft } from "@/components/ui/forms/drafts";
import type { FormAction } from "@/components/ui/forms/form-state";
import { EditList } from "@/components/ui/lists/edit-list";
import { answering, PARTIES, saved } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";

const DRAFT = "containerReferences c-1";

const signIn = (userId: string) =>
  currentUser.begin({ userId, preferences: DEFAULT_PREFERENCES, keep: async () => null });

const list = (entries: string[], action: FormAction) => (
  <EditList
    list={{
      record: { containerId: "c-1" },
      list: "containerReferences",
      label: "References",
      hint: "One per line.",
      entries,
    }}
    action={action}
  />
);
const open = () => userEvent.click(page.getByRole("button", { name: "Edit references" }));
const field = page.getByLabelText("References", { exact: true });

/** Shows the list as after a load of the page: what the form before kept in memory is gone. */
async function loaded(entries: string[], action: FormAction = saved) {
  const shown = await rendered(list(entries, action));
  await open();
  await expect.element(field).toBeVisible();
  return shown;
}

afterEach(() => {
  currentUser.end();
  vi.restoreAllMocks();
});

test("a form that opens before the page knows its user restores the draft then, and keeps what was typed meanwhile", async () => {
  expect(currentUser.userId(), "no test before this one signs in").toBeNull();
  keepFormDraft("ana", DRAFT, { typed: { after: "PO-2" }, before: { after: "PO-1" } });
  const first = await loaded(["PO-1"]);
  signIn("ana");
  await expect.element(field).toHaveValue("PO-2");
  await expect.element(page.getByText("Unsaved text restored.", { exact: true })).toBeVisible();
  await userEvent.fill(field, "PO-3");
  first.leave();
  await loaded(["PO-1"]);
  await expect.element(field).toHaveValue("PO-3");
});

test("typed text that was not saved is restored after a reload, and says so", async () => {
  signIn("ana");
  const first = await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-1\nPO-2");
  first.leave();
  await loaded(["PO-1"]);
  await expect.element(field).toHaveValue("PO-1\nPO-2");
  await expect.element(page.getByText("Unsaved text restored.", { exact: true })).toBeVisible();
});

test("a restored text warns when the saved value changed meanwhile", async () => {
  signIn("ana");
  const first = await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-1\nPO-2");
  first.leave();
  await loaded(["PO-7"]);
  await expect.element(field).toHaveValue("PO-1\nPO-2");
  await expect.element(page.getByText(/^Unsaved text restored. The saved values changed/)).toBeVisible();
});

test("a saved or canceled form keeps nothing, a refused one does", async () => {
  signIn("ana");
  await loaded(["PO-1"], answering({ problem: "The service is not responding." }));
  await userEvent.fill(field, "PO-2");
  expect(findFormDraft("ana", DRAFT)).toEqual({ typed: { after: "PO-2" }, before: { after: "PO-1" } });
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(findFormDraft("ana", DRAFT)).not.toBeNull();
  await userEvent.click(page.getByRole("button", { name: "Cancel" }));
  expect(findFormDraft("ana", DRAFT)).toBeNull();
  await open();
  await expect.element(field).toHaveValue("PO-1");
});

test("a refused form that is left keeps the text", async () => {
  signIn("ana");
  const first = await loaded(["PO-1"], answering({ problem: "The service is not responding." }));
  await userEvent.fill(field, "PO-2");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(page.getByRole("alert")).toBeVisible();
  first.leave();
  await loaded(["PO-1"]);
  await expect.element(field).toHaveValue("PO-2");
});

test("a form that is left before it is saved keeps the text, until the response says that it is saved", async () => {
  signIn("ana");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const first = await loaded(["PO-1"], async (previous, form) => {
    await answered;
    return saved(previous, form);
  });
  await userEvent.fill(field, "PO-2");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  first.leave();
  expect(findFormDraft("ana", DRAFT)).not.toBeNull();
  answer();
  await expect.poll(() => findFormDraft("ana", DRAFT)).toBeNull();
});

test("a text that was saved elsewhere meanwhile is no draft", async () => {
  signIn("ana");
  const first = await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-2");
  first.leave();
  await loaded(["PO-2"]);
  expect(findFormDraft("ana", DRAFT)).toBeNull();
  await expect.element(page.getByText(/^Unsaved text restored/)).not.toBeInTheDocument();
});

test("a form that was saved opens without the former text", async () => {
  signIn("ana");
  await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-2");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.element(field).not.toBeInTheDocument();
  expect(findFormDraft("ana", DRAFT)).toBeNull();
});

test("text typed back to the saved value is no draft", async () => {
  signIn("ana");
  await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-2");
  await userEvent.fill(field, "PO-1");
  expect(findFormDraft("ana", DRAFT)).toBeNull();
});

test("nothing is kept after sign-out, and nothing is shown to another user", async () => {
  signIn("ana");
  const first = await loaded(["PO-1"]);
  await userEvent.fill(field, "PO-2");
  first.leave();
  signIn("ben");
  expect(Object.keys(sessionStorage).filter((key) => key.includes("draft"))).toEqual([]);
  const second = await loaded(["PO-1"]);
  await expect.element(field).toHaveValue("PO-1");
  await userEvent.fill(field, "PO-3");
  second.leave();
  currentUser.end();
  expect(Object.keys(sessionStorage).filter((key) => key.includes("draft"))).toEqual([]);
});

/** An action whose response the test gives. */
function waiting(): { action: FormAction; respond: () => void } {
  let respond = () => {};
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const action: FormAction = async (previous, form) => {
    await responded;
    return saved(previous, form);
  };
  return { action, respond };
}

const restored = page.getByText("Unsaved text restored.", { exact: true });
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith("drayboard.draft."));
const picker = page.getByRole("combobox", { name: "Dray carrier" });
const HARBOR = { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" };
const LONG_BEACH = "Long Beach Cartage & Transfer Company";
const DOCUMENT = {
  ...{ id: "d-1", name: "Scan 1.pdf", kind: null, type: null, status: "extracted", createdAt: null },
  ...{ email: null, bytes: null, failedReason: null, links: [] },
};

/** Each form: how it is filled and submitted, and what it shows when it is opened again. */
const FORMS: Record<
  string,
  {
    form: (action: FormAction) => ReactNode;
    fill: () => Promise<void>;
    submit: string;
    shown: () => Promise<unknown>;
  }
> = {
  "assign, with a party": {
    form: (action) => (
      <AssignForm record={{ containerId: "c-1" }} assigned={[HARBOR]} parties={PARTIES} action={action} />
    ),
    fill: async () => {
      await page.getByRole("radio", { name: "Add" }).click();
      await picker.fill("long beach");
      await userEvent.keyboard("{Enter}");
    },
    submit: "Assign",
    shown: async () => {
      await expect.element(picker).toHaveValue(LONG_BEACH);
      await expect.element(page.getByRole("radio", { name: "Add" })).toBeChecked();
    },
  },
  "assign, with a new party": {
    form: (action) => (
      <AssignForm record={{ containerId: "c-1" }} assigned={[]} parties={PARTIES} action={action} />
    ),
    fill: async () => {
      await userEvent.type(picker, "Old Mill");
      await page.getByRole("option", { name: /^Create “/ }).click();
    },
    submit: "Create and assign",
    shown: async () => {
      await expect.element(picker).toHaveValue("Old Mill");
      await expect.element(picker).toHaveAccessibleDescription(/^A new party\./);
    },
  },
  track: {
    form: (action) => (
      <TrackForm beginning={{ number: "", type: "", scac: "" }} parties={PARTIES} action={action} />
    ),
    fill: async () => {
      await page.getByLabelText("Number", { exact: true }).fill("MSKU4807969");
      await page.getByLabelText(/^References/).fill("PO 7");
      await page.getByRole("combobox", { name: /^Customer/ }).fill("northwind");
      await userEvent.keyboard("{Enter}");
    },
    submit: "Track",
    shown: async () => {
      await expect.element(page.getByLabelText("Number", { exact: true })).toHaveValue("MSKU4807969");
      await expect.element(page.getByLabelText(/^References/)).toHaveValue("PO 7");
      await expect
        .element(page.getByRole("combobox", { name: /^Customer/ }))
        .toHaveValue("Northwind Outdoor");
    },
  },
  "new party": {
    form: (action) => <CreatePartyForm action={action} />,
    fill: () => page.getByLabelText("Company name").fill("Old Mill"),
    submit: "Create party",
    shown: async () => {
      await expect.element(page.getByLabelText("Company name")).toHaveValue("Old Mill");
    },
  },
  document: {
    form: (action) => (
      <DocumentRecordForm
        document={DOCUMENT}
        kinds={[]}
        actions={{ edit: action, link: saved, remove: saved }}
        onDone={() => {}}
      />
    ),
    fill: () => page.getByLabelText("Name").fill("Delivery order.pdf"),
    submit: "Save",
    shown: async () => {
      await expect.element(page.getByLabelText("Name")).toHaveValue("Delivery order.pdf");
    },
  },
};

describe.each(Object.entries(FORMS))("%s", (_, { form, fill, submit, shown }) => {
  test("is restored when the page was left before the response, and forgotten once it is saved", async () => {
    signIn("ana");
    const { action, respond } = waiting();
    const routes = { "/api/track/number": { json: { reading: null, reason: null, known: null } } };
    const first = await rendered(form(action), { routes });
    await fill();
    await page.getByRole("button", { name: submit, exact: true }).click();
    first.leave();
    const again = await rendered(form(saved), { routes });
    await expect.element(restored).toBeVisible();
    await shown();
    again.leave();
    respond();
    await expect.poll(drafts).toEqual([]);
    await rendered(form(saved), { routes });
    await expect.element(restored).not.toBeInTheDocument();
  });
});
