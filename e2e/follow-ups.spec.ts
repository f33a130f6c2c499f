import type { Page } from "@playwright/test";
import { dayIn, instantIn } from "@/e2e/facts/containers";
import { CUSTOMS_HOLD, heldContainer } from "@/e2e/facts/held-container";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { LONG } from "@/scripts/test/long-tests";

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
  test("is logged at a valid time, becomes due on the board, and is kept when the hold clears", async ({
    dashboard,
  }) => {
    test.setTimeout(90_000);
    const container = await heldContainer(4);
    const containerPage = new ContainerPage(dashboard);
    const holds = containerPage.card("Holds");
    await containerPage.open(container.id, container.number);
    const form = new FollowUpForm(dashboard);
    const nextCheck = async () => {
      const [followUp] = await readDashboard<{ at: Date }>(
        "select next_check_at as at from follow_ups where container_id = $1 and closed_at is null",
        [container.id],
      );
      return followUp?.at.toISOString();
    };
    await test.step("empty input, a skipped and an ambiguous time", async () => {
      await form.open();
      await form.send();
      await expect(form.field("Contacted")).toHaveAccessibleDescription(/Enter who was contacted/);
      // In the United States, daylight saving time begins on 14 March 2027 and ends on 7 November 2027.
      await form.fill("Ana", "soon", "2027-03-14T02:30");
      await form.send();
      await expect(form.field("Follow up at")).toHaveAccessibleDescription(
        /2:30 AM does not exist on Mar 14/,
      );
      await form.field("Follow up at").fill("2027-11-07T01:30");
      await expect(dashboard.getByText("This time occurs twice (clock change). Pick one.")).toBeVisible();
      await form.send();
      await expect(form.field("Follow up at")).toHaveAccessibleDescription(/1:30 AM occurs twice on Nov 7/);
      await expect(form.field("Contacted")).toHaveValue("Ana");
      await dashboard.getByRole("radio", { name: /the second/ }).check();
      await form.send();
      await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
      await expect(holds).toContainText("Contacted Ana: “soon”");
      const second = Date.parse(instantIn(container.zone, "2027-11-07", "00:30")) + 2 * 3_600_000;
      expect(await nextCheck()).toBe(new Date(second).toISOString());
    });
    await test.step("due at once, on the container's page and on the board", async () => {
      await form.open();
      // In the past at the terminal.
      const day = dayIn(container.zone, -1);
      await form.fill("Pacific Brokers, Ana", "released by noon", `${day}T14:15`);
      await form.send();
      await expect(holds).toContainText("Contacted Pacific Brokers, Ana: “released by noon”");
      await expect(holds).toContainText("2:15 PM");
      await expect(holds).toContainText("follow up now");
      expect(await nextCheck()).toBe(instantIn(container.zone, day, "14:15"));
    });
    await test.step("the hold clears and comes back", async () => {
      const board = new BoardPage(dashboard);
      await board.open("?queue=follow-up-due");
      await expect(board.row(container.number)).toBeVisible();
      await reportAt(container.number, { holds_at_pod_terminal: [] });
      await expect(board.row(container.number)).toHaveCount(0);
      await containerPage.open(container.id, container.number);
      await holds.getByText("1 earlier follow-up").click();
      await expect(holds).toContainText("customs cleared");
      await expect(holds).toContainText("Contacted Pacific Brokers, Ana");
      await reportAt(container.number, { holds_at_pod_terminal: [CUSTOMS_HOLD] });
      await expect(holds).toContainText("Hold is back. Follow up.");
      await expect(holds).toContainText("follow up now");
    });
  });

  test("is worked through in the list of follow-ups by keyboard alone", async ({ dashboard }) => {
    test.setTimeout(90_000);
    const container = await heldContainer(6);
    await readDashboard(
      `insert into follow_ups (container_id, hold_name, place, owner, next_check_at, contact_email)
       values ($1, 'customs', 'port', 'Ana, Pacific Brokers', now() - interval '10 years', 'ana@pacific.example')`,
      [container.id],
    );
    await new BoardPage(dashboard).open("?queue=follow-up-due");
    await dashboard.getByRole("link", { name: "Follow-ups", exact: true }).press("Enter");
    await expect(dashboard).toHaveTitle("Follow-ups · Drayboard");
    const due = dashboard.locator("[data-follow-up-group=due]");
    const row = dashboard.locator(`[data-follow-up-row="${container.id}"]`);
    await expect(due.locator("[data-follow-up-row]").first()).toHaveAttribute(
      "data-follow-up-row",
      container.id,
    );
    await expect(row.locator("[data-mail]")).toHaveAttribute(
      "href",
      /^mailto:ana%40pacific\.example\?subject=Container.*customs%20hold&body=.*Last%20free%20day/,
    );
    await dashboard.keyboard.press("j");
    await dashboard.keyboard.press("l");
    await expect(dashboard.getByLabel("Contacted")).toBeFocused();
    await dashboard.keyboard.type("Ana");
    await dashboard.keyboard.press("Tab");
    await dashboard.keyboard.press("Tab");
    await dashboard.keyboard.type("Entry is corrected");
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
    await expect(row).toContainText("“Entry is corrected”");
    await expect(row).toContainText("no next check");
    await expect(row.locator("xpath=ancestor::section")).toHaveAttribute("data-follow-up-group", "unset");
    await row.getByRole("button", { name: "Close follow-up for customs" }).press("Enter");
    await expect(row).toHaveCount(0);
    await expectNoSidewaysScroll(dashboard);
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
    await expect(dashboard.getByText("Follow-up logged.")).toBeVisible();
    await expect(containerPage.card("Holds")).toContainText(odd);
    await expectNoSidewaysScroll(dashboard);
  });
});
