import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Page } from "@playwright/test";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { ContainerPage } from "@/e2e/pages/container-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { openInstances } from "@/e2e/system/instances";
import { requireProgram } from "@/e2e/system/programs";
import { reportAt } from "@/e2e/system/world";
import { SIGNATURE_HEADER } from "@/lib/contract/events";

const SOON = { timeout: 5_000 };
const DRAINS_MS = 5_000;

type Spot = { id: string; number: string };
const reportSpot = (container: Spot, spot: string) =>
  reportAt(container.number, { location_at_pod_terminal: spot });

/** A live feed client that is not a browser: the received events and the position for a reconnect. */
async function listenTo(url: string, cookie: string, after = "") {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, ...(after === "" ? {} : { "Last-Event-ID": after }) };
    get(`${url}/api/live`, { headers }, resolve).on("error", reject);
  });
  expect(response.statusCode).toBe(200);
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (part: string) => {
    text += part;
  });
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  return {
    text: () => text,
    position: () =>
      text
        .match(/^id: \d+$/gm)
        ?.at(-1)
        ?.slice("id: ".length) ?? "",
    ended,
    leave: () => response.destroy(),
  };
}

/**
 * A client that does not close the connection itself, like a browser or a proxy. Resolves when the server closed it.
 */
function hold(url: string, head: string): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(head.replace("\r\n", `\r\nHost: ${host}\r\nConnection: keep-alive\r\n`));
  });
  socket.resume();
  return new Promise((resolve) => socket.once("error", () => {}).once("close", () => resolve()));
}

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

test("two dashboards and two workers on one database share sessions and changes, and survive a kill and a stop", async ({
  dashboard,
  openDashboard,
  system,
  trouble,
}) => {
  test.setTimeout(400_000);
  const instances = await openInstances(system);
  try {
    let second = await instances.dashboard();

    await test.step("sessions are shared, and both show a change at once, also on cached pages", async () => {
      const container = await containerOnTheGround(12);
      const pages = [dashboard, await openDashboard({ baseURL: second.url })].map(
        (page) => new ContainerPage(page),
      );
      for (const page of pages) await page.open(container.id, container.number);
      const before = await Promise.all(pages.map((page) => page.renderedAt()));
      for (const { page } of pages) await page.reload();
      expect(await Promise.all(pages.map((page) => page.renderedAt())), "both have it cached").toEqual(
        before,
      );

      await reportSpot(container, "TWO-1");
      for (const { page } of pages) await expect(page.getByText("TWO-1").first()).toBeVisible(SOON);
      for (const { page } of pages) {
        await page.reload();
        await expect(page.getByText("TWO-1").first()).toBeVisible();
      }
      // It would report failures when its dashboard is killed.
      await pages[1]?.page.close();
    });

    await test.step("missed events are replayed when a client reconnects to the other dashboard", async () => {
      const container = await containerOnTheGround(13);
      await dashboard.goto("/parties");
      const cookie = await cookieOf(dashboard);
      const first = await listenTo(system.url, cookie);
      await expect.poll(first.position).not.toBe("");
      first.leave();
      await reportSpot(container, "MISSED-1");
      const arrived = () =>
        readDashboard(
          "select from containers where id = $1 and attributes ->> 'location_at_pod_terminal' = $2",
          [container.id, "MISSED-1"],
        );
      await expect.poll(arrived, SOON).toHaveLength(1);
      const again = await listenTo(second.url, cookie, first.position());
      await expect.poll(again.text).toContain("event: caught-up");
      expect(again.text().split("event: caught-up")[0]).toContain(container.id);
      expect(again.text()).not.toContain("event: gap");
      again.leave();
    });

    await test.step("an idle connection is kept longer than a load balancer's idle timeout of one minute", async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(`${second.url}/api/health`, resolve).on("error", reject);
      });
      response.resume();
      expect(response.headers["keep-alive"]).toBe("timeout=65");
    });

    await test.step("the others continue when one dashboard and one worker are killed, and work together after a restart", async () => {
      trouble.expect(/api\/live/);
      const container = await containerOnTheGround(14);
      const page = new ContainerPage(dashboard);
      const worker = await instances.worker();
      await page.open(container.id, container.number);

      process.kill(second.child.pid, "SIGKILL");
      process.kill(worker.pid, "SIGKILL");
      await reportSpot(container, "KILLED-1");
      await expect(dashboard.getByText("KILLED-1").first()).toBeVisible({ timeout: 15_000 });

      second = await instances.dashboard();
      await instances.worker();
      await dashboard.goto(`${second.url}/containers/${container.id}`);
      await expect(dashboard.getByText("KILLED-1").first()).toBeVisible();
      await expect(dashboard.locator("[data-live=live]")).toBeVisible();
      const original = await requireProgram(system.dataDir, "worker");
      process.kill(original.pid, "SIGKILL");
      await reportSpot(container, "KILLED-2");
      await expect(dashboard.getByText("KILLED-2").first()).toBeVisible({ timeout: 15_000 });
    });

    await test.step("both stop within five seconds on request, including open streams", async () => {
      await dashboard.goto("/parties");
      const cookie = await cookieOf(dashboard);
      const leaving = await instances.dashboard();
      const worker = await instances.worker();
      const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(leaving.url, cookie)));
      const held = [
        hold(leaving.url, `GET /api/live HTTP/1.1\r\nCookie: ${cookie}\r\n\r\n`),
        hold(
          leaving.url,
          `POST /api/webhooks/tracking HTTP/1.1\r\n${SIGNATURE_HEADER}: ${"0".repeat(64)}\r\nContent-Length: 10\r\n\r\nhalf`,
        ),
        hold(leaving.url, "GET /api/health HTTP/1.1\r\n\r\n"),
      ];
      const status = await listenTo(leaving.url, cookie);
      await expect.poll(status.position).not.toBe("");
      const begun = Date.now();
      process.kill(leaving.child.pid, "SIGTERM");
      process.kill(worker.pid, "SIGTERM");
      await Promise.all([...streams, status].map(({ ended }) => ended));
      await held[0];
      // 143 is Next's own exit code after SIGTERM.
      expect(await Promise.all([leaving.child.exited, worker.exited])).toEqual([
        "exit code 143",
        "exit code 0",
      ]);
      expect(Date.now() - begun).toBeLessThan(DRAINS_MS);
      await Promise.all(held);
      expect(streams[0]?.text()).not.toContain("event: gap");

      const container = await containerOnTheGround(15);
      await reportSpot(container, "DRAINED-1");
      const waits = () =>
        readDashboard("select from inbox where processed_at is null and dead_lettered_at is null");
      await expect.poll(waits, SOON).toHaveLength(0);
    });
  } finally {
    await instances.end();
  }
});
