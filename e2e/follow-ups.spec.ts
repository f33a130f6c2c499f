import type { Page } from "@playwright/test";
import { type ChosenContainer, containerOnTheGround, dayIn, instantIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { LONG } from "@/scripts/test/long-tests";

const CUSTOMS = { name: "customs", status: "hold", description: "CET exam" };

/** A container with a customs hold without a follow-up. */
async function heldContainer(place: number): Promise<ChosenContainer> {
  const container = await containerOnTheGround(place);
  await readDashboard("delete from follow_ups where container_id = $1", [container.id]);
  await reportAt(container.number, { holds_at_pod_terminal: [CUSTOMS] });
  await expect
    .poll(() =>
      readDashboard("select from board_rows where container_id = $1 and row -> 'holds' @> $2", [
        container.id,
        '[{"name":"customs"}]',
      ]),
    )
    .toHaveLength(1);
  return container;
}

/** The form to log a follow-up of the customs hold. */
class FollowUpForm {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Log follow-up for customs" }).click();
    await expect(this.field("Contacted")).toBeFocused();
  }

  field(label: string) {
    return this.page.getByLabel(label);
  }

  async fill(requested: string, promise: string, next = ""): Promise<void> {
    await this.field("Contacted").fill(requested);
    await this.field("Response").fill(promise);
    if (next) await this.field("Follow up at").fill(next);
  }

  async send(): Promise<void> {
    await this.page.getByRole("button", { name: "Save follow-up" }).click();
  }
}

test.describe("follow-up of a hold", () => {
  test("can be logged, becomes due on the board, and is kept when the hold clears", async ({ dashboard }) => {
    test.setTimeout(90_000);
    const container = await heldContainer(4);
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const form = new FollowUpForm(dashboard);
    await form.open();
    // An hour in the past at the terminal, so the follow-up is due at once.
    const day = dayIn(container.zone, -1);
    await form.fill("Pacific Brokers, Ana", "released by noon", `${day}T14:15`);
    await form.send();
    const holds = containerPage.card("Holds");
    await expect(holds).toContainText("Contacted Pacific Brokers, Ana: “released by noon”");
    await expect(holds).toContainText("14:15");
    await expect(holds).toContainText("follow up now");
    const [followUp] = await readDashboard<{ at: Date }>(
      "select next_check_at as at from follow_ups where container_id = $1 and closed_at is null",
      [container.id],
    );
    expect(followUp?.at.toISOString()).toBe(instantIn(container.zone, day, "14:15"));

    const board = new BoardPage(dashboard);
    await board.open("?queue=follow-up-due");
    await expect(board.row(container.number)).toBeVisible();

    await reportAt(container.number, { holds_at_pod_terminal: [] });
    await expect(board.row(container.number)).toHaveCount(0);
    await containerPage.open(container.id, container.number);
    await containerPage.card("Holds").getByText("1 earlier follow-up").click();
    await expect(containerPage.card("Holds")).toContainText("customs cleared");
    await expect(containerPage.card("Holds")).toContainText("Contacted Pacific Brokers, Ana");

    await reportAt(container.number, { holds_at_pod_terminal: [CUSTOMS] });
    await expect(containerPage.card("Holds")).toContainText("Hold is back. Follow up.");
    await expect(containerPage.card("Holds")).toContainText("follow up now");
  });

  test("shows the later of two dispatchers the first entry and loses no typed text", async ({
    dashboard,
    openDashboard,
  }) => {
    const container = await heldContainer(5);
    const other = await openDashboard();
    const forms = [];
    for (const page of [dashboard, other]) {
      await new ContainerPage(page).open(container.id, container.number);
      const form = new FollowUpForm(page);
      await form.open();
      forms.push(form);
    }
    const [first, second] = forms;
    if (!first || !second) throw new Error("two forms were opened");
    await second.fill("the line", "they will call back");
    await first.fill("the broker", "papers are in");
    await first.send();
    await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
    await second.send();
    await expect(other.getByRole("alert").filter({ hasText: "added to this follow-up" })).toContainText(
      "contacted the broker, “papers are in”",
    );
    await expect(second.field("Contacted")).toHaveValue("the line");
    await expect(second.field("Response")).toHaveValue("they will call back");
    await second.send();
    await expect(new ContainerPage(other).card("Holds")).toContainText(
      "Contacted the line: “they will call back”",
    );
    await expect(new ContainerPage(dashboard).card("Holds")).toContainText(
      "Contacted the line: “they will call back”",
    );
    const lines = await readDashboard(
      "select from follow_up_entries e join follow_ups h on h.id = e.follow_up_id where h.container_id = $1",
      [container.id],
    );
    expect(lines).toHaveLength(2);
  });

  test("rejects a time skipped by a clock change, requires a choice for an ambiguous time, and rejects empty input", async ({
    dashboard,
  }) => {
    const container = await heldContainer(6);
    await new ContainerPage(dashboard).open(container.id, container.number);
    const form = new FollowUpForm(dashboard);
    await form.open();
    await form.send();
    await expect(form.field("Contacted")).toHaveAccessibleDescription(/Enter who was contacted/);
    // In the United States, daylight saving time begins on 14 March 2027 and ends on 7 November 2027.
    await form.fill("Ana", "soon", "2027-03-14T02:30");
    await form.send();
    await expect(form.field("Follow up at")).toHaveAccessibleDescription(/02:30 does not exist on 14 Mar/);
    await form.field("Follow up at").fill("2027-11-07T01:30");
    await expect(dashboard.getByText("This time occurs twice (clock change). Pick one.")).toBeVisible();
    await form.send();
    await expect(form.field("Follow up at")).toHaveAccessibleDescription(/01:30 occurs twice on 7 Nov/);
    await expect(form.field("Contacted")).toHaveValue("Ana");
    await dashboard.getByRole("radio", { name: /the second/ }).check();
    await form.send();
    await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
    const [followUp] = await readDashboard<{ at: Date }>(
      "select next_check_at as at from follow_ups where container_id = $1",
      [container.id],
    );
    const first = Date.parse(instantIn(container.zone, "2027-11-07", "00:30")) + 3_600_000;
    expect(followUp?.at.getTime()).toBe(first + 3_600_000);
  });

  test("shows any typed text as plain text", { tag: LONG }, async ({ dashboard }) => {
    const container = await heldContainer(7);
    const containerPage = new ContainerPage(dashboard);
    await containerPage.open(container.id, container.number);
    const form = new FollowUpForm(dashboard);
    await form.open();
    const odd = `<script>alert(1)</script> =1+1 🚚 ${"x".repeat(120)} مرحبا`;
    await form.fill(odd, odd);
    await form.send();
    await expect(containerPage.card("Holds")).toContainText(odd);
    await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
    await expectNoSidewaysScroll(dashboard);
  });
});
