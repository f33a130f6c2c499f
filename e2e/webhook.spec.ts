import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "@/e2e/support/signed-in-page";
import { readDashboard } from "@/e2e/system/databases";
import { ownSecret } from "@/e2e/system/own-secret";

const PATH = "/api/webhooks/tracking";

function notification(event: string, id = randomUUID()) {
  const data = {
    id,
    type: "webhook_notification",
    attributes: { id, event, delivery_status: "pending", created_at: new Date().toISOString() },
    relationships: { reference_object: { data: { type: "container_updated_event", id: randomUUID() } } },
  };
  return { id, body: JSON.stringify({ data }) };
}

const sign = (body: string | Buffer, secret: string) =>
  createHmac("sha256", secret).update(body).digest("hex");
const stored = (id: string) => readDashboard("select from inbox where notification_id = $1", [id]);

test("the webhook route stores signed deliveries once and rejects all others", async ({
  request,
  system,
}) => {
  const secret = await ownSecret();

  await test.step("rejects unsigned and wrongly signed requests and stores nothing", async () => {
    const { id, body } = notification("container.updated");
    const right = sign(body, secret);
    for (const signature of [
      undefined,
      "",
      "0".repeat(64),
      sign(body, "another secret"),
      right.slice(1),
      `${right}00`,
    ]) {
      const headers = {
        "Content-Type": "application/vnd.api+json",
        ...(signature === undefined ? {} : { "X-T49-Webhook-Signature": signature }),
      };
      const response = await request.post(`${system.url}${PATH}`, { headers, data: Buffer.from(body) });
      expect(response.status(), String(signature)).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: "bad_signature" } });
    }
    const changed = Buffer.from(body.replace("container.updated", "container.created"));
    const response = await request.post(`${system.url}${PATH}`, {
      headers: { "X-T49-Webhook-Signature": right },
      data: changed,
    });
    expect(response.status(), "a changed body").toBe(401);
    expect(await stored(id)).toEqual([]);
  });

  await test.step("responds 400 to an invalid notification and 413 to one that is too long", async () => {
    const send = (body: string) =>
      request.post(`${system.url}${PATH}`, {
        headers: { "X-T49-Webhook-Signature": sign(body, secret) },
        data: Buffer.from(body),
      });
    for (const body of ["", "not JSON", "{", "[]", "null", '{"data":{}}'])
      expect((await send(body)).status(), body).toBe(400);
    const long = JSON.stringify({
      data: { ...JSON.parse(notification("container.updated").body).data, filler: "x".repeat(1_000_001) },
    });
    expect((await send(long)).status()).toBe(413);
  });

  await test.step("stores and acknowledges an unknown event once", async () => {
    const { id, body } = notification("container.teleported");
    for (let times = 0; times < 2; times += 1) {
      const response = await request.post(`${system.url}${PATH}`, {
        headers: { "X-T49-Webhook-Signature": sign(body, secret).toUpperCase() },
        data: Buffer.from(body),
      });
      expect(response.status()).toBe(202);
    }
    expect(await stored(id)).toHaveLength(1);
    await expect
      .poll(() =>
        readDashboard("select from inbox where notification_id = $1 and processed_at is not null", [id]),
      )
      .toHaveLength(1);
  });

  await test.step("rejects other methods", async () => {
    expect((await request.get(`${system.url}${PATH}`)).status()).toBe(405);
  });
});
