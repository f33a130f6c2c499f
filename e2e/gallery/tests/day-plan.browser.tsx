import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cellEdits } from "@/components/board/editing/edits";
import { UnsavedTray } from "@/components/board/editing/unsaved-tray";
import { PlanView } from "@/components/moves/day-plan/plan-view";
import { currentUser } from "@/components/preferences/signed-in-user";
import { ListRows } from "@/components/ui/lists/text-list";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Routes } from "@/e2e/gallery/support/api";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import { DAY_PLAN, PLAN_DAY, terminalHour } from "@/e2e/gallery/support/day-plan";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { Role } from "@/lib/auth/access/roles";
import type { DayPlan, PlanGroup } from "@/lib/features/moves/rules/day-plan";
import { DEFAULT_PREFERENCES } from "@/lib/features/preferences/rules";

type Options = {
  group?: PlanGroup;
  role?: Role;
  width?: number;
  routes?: Routes;
  plan?: DayPlan;
};

const path = (id: string) => `/api/containers/${id}/plan`;
const carrierPath = (id: string) => `/api/containers/${id}/carrier`;
const accepting: Routes = Object.fromEntries(
  ["1", "2", "3", "11"].flatMap((id) => [
    [path(id), { json: { conflicts: [] } }],
    [carrierPath(id), { json: { assigned: [], removed: [], after: [] } }],
  ]),
);
const refusing: Routes = {
  [path("11")]: { status: 409, json: { error: { message: "Ben saved this plan (pickup)." } } },
};

const signIn = () =>
  currentUser.begin({ userId: "ana", preferences: DEFAULT_PREFERENCES, keep: async () => null });

async function open({
  group = "carrier",
  role = "dispatcher",
  width = 1440,
  routes = accepting,
  plan = DAY_PLAN,
}: Options = {}) {
  onTestFinished(cellEdits.forget);
  const shown = await rendered(
    <PlanView
      plan={plan}
      query={{ day: PLAN_DAY, group, terminal: "", carrier: "", lane: null }}
      problems={[]}
      readAt={hoursFromNow(0)}
      now={NOW}
    />,
    { role, width, routes, address: "/plan" },
  );
  // Cards can be moved once the user's rights are known.
  if (role !== "viewer") await expect.poll(() => document.querySelector("[data-move]")).not.toBeNull();
  return shown;
}

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};
const card = (key: string) => find(`[data-card="${key}"]`);
const slot = (lane: string, hour: number) => find(`[data-slot="${hour} ${lane}"]`);
const slotOf = (key: string) => card(key).closest<HTMLElement>("[data-slot]")?.dataset.slot;
const mover = (key: string) => find(`[data-card="${key}"] [data-move]`);
/** Whether the card has the focus. A card that is being saved cannot be moved. */
const hasFocus = (key: string) => () =>
  document.activeElement?.matches(`[data-card="${key}"] [data-move]`) ?? false;
const status = () => find("[data-plan-status]").textContent;
const sent = () =>
  api
    .requests()
    .filter(({ method }) => method === "POST")
    .map(({ path: to, body }) => [to, JSON.parse(body)]);

const LA = "America/Los_Angeles";
const at = (time: string) => ({ at: terminalHour(time).at, zone: LA });

describe("planning by keyboard alone", () => {
  test("a container is picked up, moved by arrows, dropped and keeps the focus", async () => {
    await open();
    mover("1:pickup").focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(status).toContain("Picked up MSKU 000000 1, pickup.");
    // 9:00 AM has begun: the first slot is the current hour.
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowRight}");
    await expect.poll(status).toBe("11 AM, Harbor Dray");
    await userEvent.keyboard("{ArrowLeft}{Enter}");
    await expect.poll(() => slotOf("1:pickup")).toBe("11 ");
    await expect.poll(sent).toEqual([[path("1"), { part: "pickup", was: null, value: at("11:00") }]]);
    await expect.poll(hasFocus("1:pickup")).toBe(true);
    await expect.element(page.getByText(/^Saved: MSKU/)).toBeVisible();
  });

  test("a closed hour is announced, Escape leaves the card where it was", async () => {
    await open();
    mover("11:pickup").focus();
    await userEvent.keyboard(" ");
    for (let hour = 10; hour < 17; hour += 1) await userEvent.keyboard("{ArrowDown}");
    await expect.poll(status).toBe("5 PM, Harbor Dray, gate closed");
    await userEvent.keyboard("{Escape}");
    expect(slotOf("11:pickup")).toBe("10 p-1");
    expect(sent()).toEqual([]);
    expect(hasFocus("11:pickup")()).toBe(true);
  });

  test("Delete removes a move from the plan, and Ctrl+Z brings it back", async () => {
    await open();
    mover("11:pickup").focus();
    await userEvent.keyboard("{Enter}{Delete}");
    await expect.poll(() => document.querySelector('[data-card="11:pickup"]')).toBeNull();
    await expect.element(page.getByText(/^Saved: MSKU/)).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => document.querySelector('[data-card="11:pickup"]')).not.toBeNull();
    await expect.element(page.getByText(/^Undone: MSKU/)).toBeVisible();
    await expect.element(page.getByText(/^Saved: MSKU/)).not.toBeInTheDocument();
    await expect.poll(sent).toEqual([
      [path("11"), { part: "pickup", was: at("10:00"), value: null }],
      [path("11"), { part: "pickup", was: null, value: at("10:00") }],
    ]);
  });

  test("a refused move returns to its place and says why", async () => {
    await open({ routes: refusing });
    mover("11:pickup").focus();
    await userEvent.keyboard("{Enter}{ArrowDown}{ArrowDown}{Enter}");
    await expect
      .element(page.getByText("MSKU 000001 1 was not moved. Ben saved this plan (pickup)."))
      .toBeVisible();
    expect(slotOf("11:pickup")).toBe("10 p-1");
    await expect.poll(hasFocus("11:pickup")).toBe(true);
  });
});

describe("dragging with the mouse", () => {
  const drag = (key: string, to: HTMLElement) =>
    userEvent.dragAndDrop(card(key), to, { sourcePosition: { x: 40, y: 12 } });

  test("a container of the list is planned in an hour of another carrier", async () => {
    await open();
    await drag("1:pickup", slot("p-1", 9));
    await expect.poll(() => slotOf("1:pickup")).toBe("9 p-1");
    // The next quarter of the current hour.
    await expect.poll(sent).toEqual([
      [path("1"), { part: "pickup", was: null, value: at("09:15") }],
      [carrierPath("1"), { party: { id: "p-1", name: "Harbor Dray" }, replaced: [], seen: [] }],
    ]);
  });

  test("a refused carrier takes back the time, too", async () => {
    const down = { status: 503, json: { error: { message: "The service is not responding." } } };
    await open({ routes: { ...accepting, [carrierPath("1")]: down } });
    await drag("1:pickup", slot("p-1", 11));
    await expect.element(page.getByText(/was not moved. The service is not responding\./)).toBeVisible();
    expect(slotOf("1:pickup")).toBe("list");
    const times = sent().filter(([to]) => to === path("1"));
    expect(times.map(([, body]) => body.value)).toEqual([at("11:00"), null]);
  });

  test("a driver’s lane changes the driver, and the notice undoes it", async () => {
    await open({ group: "driver" });
    await drag("11:pickup", slot("Maria Santos", 10));
    await expect.poll(() => slotOf("11:pickup")).toBe("10 Maria Santos");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => slotOf("11:pickup")).toBe("10 Tom Okafor");
    expect(sent()).toEqual([
      [path("11"), { part: "driver", was: "Tom Okafor", value: "Maria Santos" }],
      [path("11"), { part: "driver", was: "Maria Santos", value: "Tom Okafor" }],
    ]);
  });

  test("a slot below the notice of the move before takes a card", async () => {
    await open();
    const target = slot("p-1", 11);
    const notice = document.createElement("div");
    const { left, top, width, height } = target.getBoundingClientRect();
    notice.style.cssText = `position:fixed;z-index:99;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    document.body.append(notice);
    await drag("1:pickup", notice);
    await expect.poll(() => slotOf("1:pickup")).toBe("11 p-1");
    notice.remove();
  });

  test("the list removes a move from the plan; another terminal and a passed hour do not take it", async () => {
    await open({ group: "terminal" });
    await drag("11:pickup", slot("Pier J", 13));
    await expect.element(page.getByText("The terminal of a container can’t be changed.")).toBeVisible();
    await drag("11:pickup", slot("Pier 400", 8));
    await expect.element(page.getByRole("alert")).toHaveTextContent("This time has passed.");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(sent()).toEqual([]);
    await drag("11:pickup", find('[data-slot="list"] h2'));
    await expect
      .poll(() => sent())
      .toEqual([[path("11"), { part: "pickup", was: at("10:00"), value: null }]]);
  });
});

describe("the form of a move", () => {
  test("plans time, driver and carrier on a phone", async () => {
    await open({ width: 360 });
    await page.getByRole("button", { name: "Plan MSKU 000000 1, pickup" }).click();
    await page.getByLabelText("Pickup time").fill(`${PLAN_DAY}T14:15`);
    await page.getByRole("combobox", { name: /^Driver/ }).fill("Maria Santos");
    await page.getByRole("combobox", { name: "Dray carrier" }).last().selectOptions("p-2");
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect.poll(() => slotOf("1:pickup")).toBe("14 p-2");
    await expect.poll(sent).toEqual([
      [path("1"), { part: "pickup", was: null, value: at("14:15") }],
      [path("1"), { part: "driver", was: "", value: "Maria Santos" }],
      [
        carrierPath("1"),
        { party: { id: "p-2", name: "Long Beach Cartage & Transfer Company" }, replaced: [], seen: [] },
      ],
    ]);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("stays open with the reason when the change is refused", async () => {
    await open({ routes: refusing });
    await page.getByRole("button", { name: "Plan MSKU 000001 1, pickup" }).click();
    await page.getByLabelText("Pickup time").fill(`${PLAN_DAY}T15:00`);
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Ben saved this plan (pickup).");
    expect(slotOf("11:pickup")).toBe("10 p-1");
  });
});

describe("a change whose response has not come when the page is left", () => {
  const MOVED = "Planned pickup of MSKU 000000 1";
  /** The plan with a card that was moved to another carrier at 11 AM. `respond`: the response to the time comes. */
  async function movedAndLeft(status: number) {
    let respond = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const plan = async () => {
      await responded;
      return { status, json: {} };
    };
    const left = await open({ routes: { ...accepting, [path("1")]: plan } });
    await userEvent.dragAndDrop(card("1:pickup"), slot("p-1", 11), { sourcePosition: { x: 40, y: 12 } });
    await expect.poll(() => slotOf("1:pickup")).toBe("11 p-1");
    left.leave();
    await rendered(<UnsavedTray />, { routes: accepting });
    await page.getByText("2 not saved").click();
    return respond;
  }

  test("is in the tray until it is saved", async () => {
    const respond = await movedAndLeft(200);
    await expect.element(page.getByRole("link", { name: MOVED })).toBeVisible();
    respond();
    await expect.element(page.getByText("not saved")).not.toBeInTheDocument();
  });

  test("stays in the tray when it is not saved, and is sent again from there", async () => {
    const respond = await movedAndLeft(503);
    respond();
    await expect.element(page.getByText("Not saved: Drayboard returned status 503.").first()).toBeVisible();
    await page.getByRole("button", { name: "Retry all" }).click();
    await expect.element(page.getByText("Saved: 2 edits.")).toBeVisible();
    expect(sent().map(([to]) => to)).toEqual([path("1"), carrierPath("1")]);
  });

  test("is in the tray after a reload", async () => {
    onTestFinished(() => currentUser.end());
    signIn();
    const respond = await movedAndLeft(200);
    onTestFinished(respond);
    const kept = Object.entries(sessionStorage).filter(([key]) => key.startsWith("drayboard.draft."));
    cellEdits.forget();
    for (const [key, text] of kept) sessionStorage.setItem(key, text);
    await expect.element(page.getByText("2 not saved")).not.toBeInTheDocument();
    signIn();
    await page.getByText("2 not saved").click();
    await expect
      .element(page.getByText(/The page was left before Drayboard responded\./).first())
      .toBeVisible();
  });

  test("is restored in its form, with what was typed", async () => {
    onTestFinished(() => currentUser.end());
    signIn();
    const left = await open();
    await page.getByRole("button", { name: "Plan MSKU 000000 1, pickup" }).click();
    await page.getByLabelText("Pickup time").fill(`${PLAN_DAY}T14:15`);
    await page.getByRole("combobox", { name: /^Driver/ }).fill("Maria Santos");
    left.leave();
    await open();
    await page.getByRole("button", { name: "Plan MSKU 000000 1, pickup" }).click();
    await expect.element(page.getByText("Unsaved text restored.", { exact: true })).toBeVisible();
    await expect.element(page.getByLabelText("Pickup time")).toHaveValue(`${PLAN_DAY}T14:15`);
    await expect.element(page.getByRole("combobox", { name: /^Driver/ })).toHaveValue("Maria Santos");
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("drayboard.draft."))).toEqual([]);
  });
});

test("conflicts are on their cards and counted at the top", async () => {
  await open();
  // On hold and the driver twice; after the last free day and passed.
  await expect.element(page.getByText("4 conflicts")).toBeVisible();
  expect(card("12:pickup").textContent).toContain("On hold: customs.");
  expect(card("12:pickup").textContent).toContain("Tom Okafor has another move then");
  expect(card("15:pickup").textContent).toContain("Planned pickup is after the last free day");
  expect(card("15:pickup").textContent).toContain("Gate hours not known");
  expect(card("13:pickup").textContent).toContain("Done");
});

test("equal names of a card, and equal references, have keys of their own", async () => {
  const errors = vi.spyOn(console, "error");
  onTestFinished(() => errors.mockRestore());
  const [first] = DAY_PLAN.planned;
  if (!first) throw new Error("the plan has no move");
  const twice = { roleId: "r-1", partyId: "p-1", name: "Tom Okafor" };
  const row = { ...first.row, driver: "Tom Okafor", drayCarriers: [twice] };
  await open({ group: "terminal", plan: { ...DAY_PLAN, planned: [{ ...first, row }] } });
  await rendered(
    <ListRows label="References" entries={["PO 7", "PO 7"]}>
      {null}
    </ListRows>,
  );
  expect(page.getByText("PO 7").all()).toHaveLength(2);
  expect(errors.mock.calls.filter(([text]) => String(text).includes("same key"))).toEqual([]);
});

test("many lanes scroll in their own region, not the page", async () => {
  const [first] = DAY_PLAN.planned;
  if (!first) throw new Error("the plan has no move");
  const planned = Array.from({ length: 20 }, (_, index) => {
    const terminal = { id: `t-${index}`, name: `Terminal ${index}` };
    return { ...first, row: { ...first.row, id: `t${index}`, terminal } };
  });
  await open({ group: "terminal", plan: { ...DAY_PLAN, planned } });
  const lanes = find("section[aria-label='Planned moves']");
  await expect.poll(() => lanes.scrollWidth).toBeGreaterThan(3000);
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

test("a viewer sees the plan and cannot change it", async () => {
  await open({ role: "viewer" });
  expect(slotOf("11:pickup")).toBe("10 p-1");
  expect(document.querySelector("[data-move], [data-plan-form]")).toBeNull();
  await userEvent.dragAndDrop(card("11:pickup"), slot("p-1", 13));
  expect(slotOf("11:pickup")).toBe("10 p-1");
  expect(sent()).toEqual([]);
});

test("J, K and T change the day, and the filters are in the address", async () => {
  await open();
  await userEvent.keyboard("jkt");
  await page.getByRole("combobox", { name: "Terminal" }).selectOptions("Pier J");
  const pushed = routerCalls.all().filter(({ call }) => call === "push");
  expect(pushed.map(({ href }) => href)).toEqual([
    "/plan?day=2026-11-19",
    "/plan?day=2026-11-17",
    "/plan",
    "/plan?day=2026-11-18&terminal=Pier+J",
  ]);
});
