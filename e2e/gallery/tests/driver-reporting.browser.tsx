import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DriverReporting } from "@/components/sharing/reporting/driver-reporting";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { rendered } from "@/e2e/gallery/support/rendered";
import type { Reporting } from "@/lib/features/driver-reports/rules";

const ADDRESS = "/api/share/token";
const DONE: Reply = { json: { steps: [], ended: false } };

const step = (hours: number, photos = 0): Reporting["steps"][number] => ({
  step: "picked_up",
  at: { at: hoursFromNow(hours), zone: "America/Los_Angeles" },
  reportedAt: hoursFromNow(hours),
  photos,
});
const show = (steps: Reporting["steps"], routes: Routes = {}, ended = false) =>
  rendered(
    <DriverReporting
      address={ADDRESS}
      reporting={{ steps, ended }}
      display={{ now: NOW, locale: "en-US" }}
    />,
    { width: 360, routes },
  );
const pickedUp = page.getByRole("button", { name: "Picked up" });

test("a step is reported once by a double tap, and the page is read again", async () => {
  let answer: (reply: Reply) => void = () => undefined;
  await show([], { [`${ADDRESS}/reports`]: () => new Promise<Reply>((resolve) => (answer = resolve)) });
  const size = (await pickedUp.findElement()).getBoundingClientRect();
  expect(size.height).toBeGreaterThanOrEqual(48);
  expect(size.width).toBeGreaterThan(280);
  await pickedUp.click();
  await expect.element(pickedUp).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Delivered" })).toBeDisabled();
  answer(DONE);
  await expect.element(pickedUp).toBeEnabled();
  expect(api.requests()).toEqual([
    { method: "POST", path: `${ADDRESS}/reports`, body: '{"step":"picked_up"}' },
  ]);
  expect(routerCalls.all()).toContainEqual({ call: "refresh", href: null });
});

test("an entered time is sent as an instant, and stays after a refusal", async () => {
  const message = "This time is in the future. Enter another.";
  await show([], {
    [`${ADDRESS}/reports`]: { status: 400, json: { error: { code: "bad_input", message } } },
  });
  const time = page.getByLabelText(/^Time/);
  await time.fill("2026-11-18T09:30");
  await pickedUp.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  await expect.element(time).toHaveValue("2026-11-18T09:30");
  expect(JSON.parse(api.requests()[0]?.body ?? "")).toEqual({
    step: "picked_up",
    at: new Date("2026-11-18T09:30").toISOString(),
  });
});

test("a request without a connection says that nothing is counted twice", async () => {
  await show([], { [`${ADDRESS}/reports`]: "unreachable" });
  await pickedUp.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(/Not sent.*Nothing is counted twice/);
  await expect.element(pickedUp).toBeEnabled();
});

test("a reported step can be undone within ten minutes only", async () => {
  const undo = page.getByRole("button", { name: "Undo picked up" });
  const shown = await show([step(-0.1)], { [`${ADDRESS}/reports/undo`]: DONE });
  await undo.click();
  await expect.poll(() => api.requests()).toMatchObject([{ body: '{"step":"picked_up"}' }]);
  shown.again(
    <DriverReporting
      address={ADDRESS}
      reporting={{ steps: [step(-0.2)], ended: false }}
      display={{ now: NOW, locale: "en-US" }}
    />,
  );
  await expect.element(page.getByText("Picked up", { exact: true })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});

test("a photo is sent with its step, a large one is refused before it is sent", async () => {
  await show([step(-0.1)], { [`${ADDRESS}/photos`]: DONE });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no input for photos.");
  expect(input.accept).toBe("image/jpeg,image/png");
  const hint = page.getByText("Photos: JPEG or PNG, up to 10 MB each.");
  await expect.element(hint).toHaveAttribute("id", input.getAttribute("aria-describedby") ?? "");
  const choose = (photo: File) => {
    const chosen = new DataTransfer();
    chosen.items.add(photo);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  choose(new File([new Uint8Array(10_000_001)], "Large.jpg"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("The photo is larger than 10 MB");
  expect(api.requests()).toEqual([]);
  choose(new File(["a photo"], "Seal.jpg"));
  await expect
    .poll(() => api.requests())
    .toEqual([{ method: "POST", path: `${ADDRESS}/photos?step=picked_up`, body: "a photo" }]);
});

test("an ended move and a full link offer nothing that would be refused", async () => {
  const shown = await show([step(-0.1, 5)]);
  await expect.element(page.getByText("5 of 5 photos")).toBeVisible();
  await expect.element(page.getByText(/JPEG or PNG/)).not.toBeInTheDocument();
  expect(document.querySelector("input[type=file]")).toBeNull();
  shown.again(
    <DriverReporting
      address={ADDRESS}
      reporting={{ steps: [step(-0.1)], ended: true }}
      display={{ now: NOW, locale: "en-US" }}
    />,
  );
  await expect.element(page.getByText(/^This move has ended/)).toBeVisible();
  expect(document.querySelectorAll("button, input")).toHaveLength(0);
});
