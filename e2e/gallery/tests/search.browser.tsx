import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Palette } from "@/components/search/palette";
import { SearchContainer } from "@/components/shell/search-field";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { rendered } from "@/e2e/gallery/support/rendered";
import { paste } from "@/e2e/gallery/support/user";

const PASTED = "Container\nMSKU4807969\nTCLU6718152\nOOLU6213464\n";
const report = (found: number, missing: string[]): Routes => ({
  "/api/board/numbers": {
    json: { requestedCount: 3, found, missing, unreadable: [], unreadableCount: 0, lines: 3 },
  },
});
beforeEach(() => sessionStorage.clear());
const draft = () => sessionStorage.getItem("drayboard-list-draft");

test("the palette offers the containers of a pasted column, or to track the missing ones", async () => {
  const closed = vi.fn();
  await rendered(<Palette onClose={closed} />, { routes: report(2, ["OOLU6213464"]) });
  const field = page.getByRole("combobox");
  await expect.element(field).toHaveFocus();
  paste(PASTED);
  await expect.element(field).toHaveValue("MSKU4807969 TCLU6718152 OOLU6213464");
  const options = page.getByRole("option");
  await expect.element(options.first()).toHaveTextContent("Show 2 containers");
  await expect.element(page.getByRole("status")).toHaveTextContent("2 of 3 container numbers are tracked.");
  expect(api.requests().map(({ path }) => path)).toEqual([
    "/api/board/numbers?numbers=MSKU4807969%2CTCLU6718152%2COOLU6213464",
  ]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(closed).toHaveBeenCalled();
  expect(routerCalls.all()).toEqual([{ call: "push", href: "/track/list" }]);
  expect(JSON.parse(draft() ?? "")).toEqual({ name: null, text: "OOLU6213464", layout: null });
});

test("the search field offers the same by keyboard, and Escape closes the offer", async () => {
  await rendered(<SearchContainer />, { routes: report(2, ["OOLU6213464"]) });
  const field = page.getByRole("searchbox");
  const offer = page.getByRole("region", { name: "Pasted numbers" });
  await field.click();
  paste("MSKU4807969");
  await expect.element(offer).not.toBeInTheDocument();
  paste(PASTED);
  await expect.element(offer).toHaveTextContent("2 of 3 container numbers are tracked.");
  await userEvent.keyboard("{Escape}");
  await expect.element(offer).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  paste(PASTED);
  await expect.element(offer.getByRole("link", { name: "Show 2 containers" })).toBeVisible();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(offer.getByRole("link", { name: "Track 1 number that isn’t tracked" })).toHaveFocus();
  await field.click();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => routerCalls.all())
    .toEqual([{ call: "push", href: "/board?numbers=MSKU4807969%2CTCLU6718152%2COOLU6213464" }]);
  await expect.element(offer).not.toBeInTheDocument();
  expect(draft()).toBeNull();
});

test("Enter before the numbers are compared opens what they lead to, and a failure is named", async () => {
  let reply: Reply = { status: 503 };
  let compared = () => undefined as unknown;
  const hold = new Promise((resolve) => {
    compared = () => resolve(null);
  });
  await rendered(<SearchContainer />, {
    routes: { "/api/board/numbers": () => hold.then(() => reply) },
  });
  const offer = page.getByRole("region", { name: "Pasted numbers" });
  await page.getByRole("searchbox").click();
  paste(PASTED);
  await userEvent.keyboard("{Enter}");
  await expect.element(offer).toHaveTextContent("Comparing 3 container numbers…");
  compared();
  await expect.element(offer).toHaveTextContent("The numbers could not be compared. Paste them again.");
  expect(routerCalls.all()).toEqual([]);
  reply = { json: { requestedCount: 2, found: 2, missing: [] } };
  await userEvent.type(page.getByRole("searchbox"), "MSKU4807969 TCLU6718152");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => routerCalls.all())
    .toEqual([{ call: "push", href: "/board?numbers=MSKU4807969%2CTCLU6718152" }]);
});

test("a column of more numbers than an address takes is stored, and a viewer is not offered to track", async () => {
  const column = Array.from({ length: 61 }, (_, n) => `ABCU${1_000_000 + n}`);
  const json = { id: "11111111-2222-4333-8444-555555555555", found: 1, missing: column.slice(1) };
  await rendered(<SearchContainer />, { role: "viewer", routes: { "/api/board/numbers": { json } } });
  const offer = page.getByRole("region", { name: "Pasted numbers" });
  await page.getByRole("searchbox").click();
  paste(column.join("\n"));
  await expect
    .element(offer.getByRole("link", { name: "Show 1 container" }))
    .toHaveAttribute("href", "/board?list=11111111-2222-4333-8444-555555555555");
  await expect.element(offer.getByRole("link", { name: /Track/ })).not.toBeInTheDocument();
  expect(api.requests()).toMatchObject([
    { method: "POST", body: JSON.stringify({ text: column.join("\n") }) },
  ]);
});
