import type { Page } from "@playwright/test";
import { boxOnTheGround, type ChosenBox, dayIn, instantIn } from "@/e2e/facts/containers";
import { BoardPage } from "@/e2e/pages/board-page";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expectNoSidewaysScroll } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDesk } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { LONG } from "@/scripts/test/long-tests";

const CUSTOMS = { name: "customs", status: "hold", description: "CET exam" };

/** A box with a customs hold that nobody chases. */
async function heldBox(place: number): Promise<ChosenBox> {
  const box = await boxOnTheGround(place);
  await readDesk("delete from chases where container_id = $1", [box.id]);
  await reportAt(box.number, { holds_at_pod_terminal: [CUSTOMS] });
  await expect
    .poll(() =>
      readDesk("select from board_rows where container_id = $1 and row -> 'holds' @> $2", [
        box.id,
        '[{"name":"customs"}]',
      ]),
    )
    .toHaveLength(1);
  return box;
}

/** The form to log a chase of the customs hold. */
class ChaseForm {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Log a chase of customs" }).click();
    await expect(this.field("Who was asked")).toBeFocused();
  }

  field(label: string) {
    return this.page.getByLabel(label);
  }

  async fill(asked: string, promise: string, next = ""): Promise<void> {
    await this.field("Who was asked").fill(asked);
    await this.field("What they said or promised").fill(promise);
    if (next) await this.field("Ask again at").fill(next);
  }

  async send(): Promise<void> {
    await this.page.getByRole("button", { name: "Log it" }).click();
  }
}

test.describe("chasing a hold", () => {
  test("is logged, due on the board when its time comes, and kept when the hold clears", async ({ desk }) => {
    test.setTimeout(90_000);
    const box = await heldBox(4);
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const form = new ChaseForm(desk);
    await form.open();
    // An hour that has passed at the terminal: the chase is due at once.
    const day = dayIn(box.zone, -1);
    await form.fill("Pacific Brokers, Ana", "released by noon", `${day}T14:15`);
    await form.send();
    const holds = container.card("Holds");
    await expect(holds).toContainText("Asked Pacific Brokers, Ana: “released by noon”");
    await expect(holds).toContainText("14:15");
    await expect(holds).toContainText("ask again now");
    const [chase] = await readDesk<{ at: Date }>(
      "select next_check_at as at from chases where container_id = $1 and closed_at is null",
      [box.id],
    );
    expect(chase?.at.toISOString()).toBe(instantIn(box.zone, day, "14:15"));

    const board = new BoardPage(desk);
    await board.open("?queue=chase-due");
    await expect(board.row(box.number)).toBeVisible();

    await reportAt(box.number, { holds_at_pod_terminal: [] });
    await expect(board.row(box.number)).toHaveCount(0);
    await container.open(box.id, box.number);
    await container.card("Holds").getByText("1 earlier chase").click();
    await expect(container.card("Holds")).toContainText("customs cleared");
    await expect(container.card("Holds")).toContainText("Asked Pacific Brokers, Ana");

    await reportAt(box.number, { holds_at_pod_terminal: [CUSTOMS] });
    await expect(container.card("Holds")).toContainText("The hold came back: ask again.");
    await expect(container.card("Holds")).toContainText("ask again now");
  });

  test("of two dispatchers tells the later what the first wrote, and loses nothing typed", async ({
    desk,
    openDesk,
  }) => {
    const box = await heldBox(5);
    const other = await openDesk();
    const forms = [];
    for (const page of [desk, other]) {
      await new ContainerPage(page).open(box.id, box.number);
      const form = new ChaseForm(page);
      await form.open();
      forms.push(form);
    }
    const [first, second] = forms;
    if (!first || !second) throw new Error("two forms were opened");
    await second.fill("the line", "they will call back");
    await first.fill("the broker", "papers are in");
    await first.send();
    await expect(desk.getByText("Chase logged.")).toBeVisible();
    await second.send();
    await expect(other.getByRole("alert").filter({ hasText: "Meanwhile" })).toContainText(
      "asked the broker, “papers are in”",
    );
    await expect(second.field("Who was asked")).toHaveValue("the line");
    await expect(second.field("What they said or promised")).toHaveValue("they will call back");
    await second.send();
    await expect(new ContainerPage(other).card("Holds")).toContainText(
      "Asked the line: “they will call back”",
    );
    await expect(new ContainerPage(desk).card("Holds")).toContainText(
      "Asked the line: “they will call back”",
    );
    const lines = await readDesk(
      "select from chase_entries e join chases h on h.id = e.chase_id where h.container_id = $1",
      [box.id],
    );
    expect(lines).toHaveLength(2);
  });

  test("refuses a time the clocks skip, asks which of two is meant, and writes nothing empty", async ({
    desk,
  }) => {
    const box = await heldBox(6);
    await new ContainerPage(desk).open(box.id, box.number);
    const form = new ChaseForm(desk);
    await form.open();
    await form.send();
    await expect(form.field("Who was asked")).toHaveAccessibleDescription(/Say who was asked/);
    // Summer time begins in the United States on 14 March 2027 and ends on 7 November 2027.
    await form.fill("Ana", "soon", "2027-03-14T02:30");
    await form.send();
    await expect(form.field("Ask again at")).toHaveAccessibleDescription(/02:30 does not exist on 14 Mar/);
    await form.field("Ask again at").fill("2027-11-07T01:30");
    await expect(desk.getByText("That time comes twice. Which is meant?")).toBeVisible();
    await form.send();
    await expect(form.field("Ask again at")).toHaveAccessibleDescription(/01:30 comes twice on 7 Nov/);
    await expect(form.field("Who was asked")).toHaveValue("Ana");
    await desk.getByRole("radio", { name: /the second/ }).check();
    await form.send();
    await expect(desk.getByText("Chase logged.")).toBeVisible();
    const [chase] = await readDesk<{ at: Date }>(
      "select next_check_at as at from chases where container_id = $1",
      [box.id],
    );
    const first = Date.parse(instantIn(box.zone, "2027-11-07", "00:30")) + 3_600_000;
    expect(chase?.at.getTime()).toBe(first + 3_600_000);
  });

  test("shows what was typed as text, whatever it is", { tag: LONG }, async ({ desk }) => {
    const box = await heldBox(7);
    const container = new ContainerPage(desk);
    await container.open(box.id, box.number);
    const form = new ChaseForm(desk);
    await form.open();
    const odd = `<script>alert(1)</script> =1+1 🚚 ${"x".repeat(120)} مرحبا`;
    await form.fill(odd, odd);
    await form.send();
    await expect(container.card("Holds")).toContainText(odd);
    await expect(desk.getByText("Chase logged.")).toBeVisible();
    await expectNoSidewaysScroll(desk);
  });
});
