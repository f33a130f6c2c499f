import { readFile } from "node:fs/promises";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { makeToken, removeTokens } from "@/e2e/facts/tokens";
import { SignInPage } from "@/e2e/pages/sign-in-page";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { openInstances } from "@/e2e/system/instances";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { orderTerms } from "@/lib/domain/work-order/order-terms";
import { loadContainers } from "@/lib/mirror/load-containers";
import { openDatabase } from "@/lib/platform/database/client";
import { workOrders } from "@/lib/platform/database/schema/schema";

const LABEL = "Views that log nothing";
const EMAIL = "customer.of.the.log@example.com";
const PASSWORD = "nothing is written about this";
const PARTY = "party-of-the-log-test";

async function leaveNothing(): Promise<void> {
  await readDashboard(
    "delete from work_orders where token_id in (select id from access_tokens where label = $1)",
    [LABEL],
  );
  await removeTokens([LABEL]);
  await readDashboard("delete from users where email = $1", [EMAIL]);
  await readDashboard("delete from party_roles where party_id = $1", [PARTY]);
}
test.beforeEach(leaveNothing);
test.afterEach(leaveNothing);

/** Lines of the dashboard's log that name an error, of its own and of Next. */
const errorsIn = (log: string) =>
  log.split("\n").filter((line) => /unstable value|"level":(?:5|6)0|"level":"(?:error|fatal)"|⨯/.test(line));

async function makeCustomer(container: { id: string }): Promise<void> {
  await readDashboard(
    "insert into users (email, name, password_hash, role, party_ids) values ($1, 'Cora', $2, 'customer', $3)",
    [EMAIL, await hashPassword(PASSWORD), [PARTY]],
  );
  await readDashboard(
    `insert into party_roles (id, party_id, role, roleable_type, roleable_id, attributes)
     select 'role-of-the-log-test', $1, 'customer', 'shipment', shipment_id, '{}' from containers where id = $2`,
    [PARTY, container.id],
  );
}

test("views of the pages for people outside the company write no error to the log", async ({
  openDashboard,
  system,
}) => {
  const container = await containerOnTheGround(11);
  const about = { kind: "container", id: container.id } as const;
  const view = { view: "customer", charges: true };
  const feed = { address: "", viewName: null };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const make = (kind: "share" | "embed" | "wall" | "calendar" | "order", settings: object) =>
    makeToken({ kind, label: LABEL, settings, expiresAt: kind === "order" ? expiresAt : undefined });
  const order = await make("order", {});
  const [{ id: tokenId = "" } = {}] = await readDashboard<{ id: string }>(
    "select id from access_tokens where label = $1",
    [LABEL],
  );
  const { db, pool } = openDatabase(system.dashboardDatabaseUrl);
  const [loaded] = await loadContainers(db, [container.id]);
  const terms = loaded ? orderTerms(loaded, "") : {};
  await db
    .insert(workOrders)
    .values({ containerId: container.id, partyId: PARTY, tokenId, terms, sentAt: new Date() });
  await pool.end();
  await makeCustomer(container);
  const origins = ["https://intranet.example.com"];
  const paths = [
    `/order/${order}`,
    `/share/${await make("share", { about, ...view })}`,
    `/share/${await make("share", { about: { kind: "board", address: "" }, ...view })}`,
    `/embed/${await make("embed", { about, ...view, origins })}`,
    `/embed/${await make("embed", { about: { kind: "lookup" }, ...view, origins })}?number=${container.number}`,
    `/wall/${await make("wall", feed)}`,
  ];
  const calendar = `/calendar/${await make("calendar", feed)}.ics`;
  const instances = await openInstances(system);
  try {
    const { url, child } = await instances.dashboard({ env: () => ({}) });
    const page = await openDashboard({ signedOut: true, baseURL: url });
    for (const path of paths)
      for (let viewed = 0; viewed < 2; viewed += 1) {
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(200);
        await expect(page.getByRole("main").or(page.getByRole("list")).first()).toBeVisible();
      }
    expect((await page.request.get(calendar)).status()).toBe(200);
    const signIn = new SignInPage(page);
    await signIn.open("/my");
    await signIn.signIn(EMAIL, PASSWORD);
    await expect(page.getByRole("heading", { name: "Your containers" })).toBeVisible();
    for (const path of ["/my", `/my/${encodeURIComponent(container.id)}`, "/my/account"])
      expect((await page.goto(path))?.status(), path).toBe(200);
    await page.close();
    const log = await readFile(child.logFile, "utf8");
    expect(log).not.toBe("");
    expect(errorsIn(log)).toEqual([]);
  } finally {
    await instances.end();
  }
});
