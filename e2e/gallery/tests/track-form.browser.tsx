import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { TrackForm } from "@/components/tracking-requests/track-form";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { api, type Reply, type Routes } from "@/e2e/gallery/support/api";
import { answering, saved } from "@/e2e/gallery/support/data";
import { rendered } from "@/e2e/gallery/support/rendered";

const NO_START = { number: "", type: "", scac: "" };
const number = page.getByLabelText("Number", { exact: true });
const line = page.getByLabelText(/^Line/);
const reported = page.getByRole("status").filter({ hasText: /./ });

/** The service's answer on a number. */
const numberRoute = (answer: object): Routes => ({
  "/api/track/number": { json: { reading: null, reason: null, known: null, ...answer } },
});
const MSC = { scac: "MSCU", name: "Mediterranean Shipping Company" };

test("a wrong check digit is reported at the number and not sent to the service", async () => {
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={saved} />);
  await number.fill("MSKU4807968");
  await expect.element(number).toHaveAttribute("aria-invalid", "true");
  await expect.element(number).toHaveAccessibleDescription(/Check digit is wrong: expected 9/);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(api.requests()).toEqual([]);
});

test("a mistyped container of a line stays a container until the user says that it is a bill of lading", async () => {
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={saved} />, { routes: numberRoute({}) });
  await number.fill("MSCU3200003");
  await expect.element(number).toHaveAccessibleDescription(/Check digit is wrong: expected 9/);
  await expect.element(page.getByLabelText("Number type")).toHaveValue("container");
  await expect.element(line).toHaveValue("");
  await page.getByRole("button", { name: "It is a BOL" }).click();
  await expect.element(page.getByLabelText("Number type")).toHaveValue("bill_of_lading");
  await expect.element(line).toHaveValue("MSCU");
  await expect.element(number).not.toHaveAttribute("aria-invalid", "true");
});

test("the kind and line of a number fill the form and can be chosen", async () => {
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={saved} />, {
    routes: {
      "/api/track/number": async (request) => {
        const { number: typed } = await request.json();
        const found = typed === "MEDUAB123456";
        const reading = {
          type: found ? "bill_of_lading" : "booking_number",
          problem: null,
          line: found ? MSC : null,
          candidates: found ? [] : [MSC, { scac: "MAEU", name: "Maersk" }],
        };
        return { json: { reading, reason: null, known: null } };
      },
    },
  });
  await number.fill("MEDUAB123456");
  await expect.element(reported).toHaveTextContent("Bill of lading, line: Mediterranean Shipping Company");
  await expect.element(page.getByLabelText("Number type")).toHaveValue("bill_of_lading");
  await expect.element(line).toHaveValue("MSCU");
  await number.fill("261188120");
  await reported.getByRole("button", { name: "Maersk" }).click();
  await expect.element(line).toHaveValue("MAEU");
});

test("the line that is being edited keeps its text when the service detects another", async () => {
  let answer: (reply: Reply) => void = () => undefined;
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={saved} />, {
    routes: { "/api/track/number": () => new Promise<Reply>((resolve) => (answer = resolve)) },
  });
  await number.fill("MEDU12345678");
  await expect.poll(() => api.requests().length).toBe(1);
  await line.click();
  const before = line.element().getAttribute("value") ?? "";
  answer({
    json: { reading: { type: null, problem: null, line: MSC, candidates: [] }, reason: null, known: null },
  });
  await expect.element(reported).toHaveTextContent("line: ");
  expect(before).not.toBe("MSCU");
  await expect.element(line).toHaveValue(before);
  await number.click();
  await expect.element(line).toHaveValue("MSCU");
  await line.fill("QQQQ");
  await expect.element(line).toHaveValue("QQQQ");
});

test("a number that is tracked already is reported with a link before it is sent", async () => {
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={saved} />, {
    routes: numberRoute({
      known: { key: "MSKU4807969", state: "tracking", shipmentId: "s-1", containerId: "c-1" },
      reading: { type: "container", problem: null, line: MSC, candidates: [] },
    }),
  });
  await number.fill("MSKU4807969");
  await expect.element(reported).toHaveTextContent("Already tracked.");
  await reported.getByRole("link", { name: "Open" }).click();
  expect(routerCalls.all()).toContainEqual({ call: "push", href: "/containers/c-1" });
});

test("a number that the service refuses as a duplicate stays, with a link to what is tracked", async () => {
  const refused = async () => ({
    done: null,
    problem: null,
    fields: { number: "Already tracked." },
    values: { number: "MEDU12345678", existing: "/shipments/s-1" },
  });
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={refused} />, {
    routes: numberRoute({}),
  });
  await number.fill("MEDU12345678");
  await page.getByRole("button", { name: "Track" }).click();
  await expect.element(number).toHaveAccessibleDescription(/Already tracked\./);
  await expect.element(number).toHaveValue("MEDU12345678");
  await page.getByRole("link", { name: "View existing tracking" }).click();
  expect(routerCalls.all()).toContainEqual({ call: "push", href: "/shipments/s-1" });
  await number.fill("MEDU87654321");
  await expect.element(page.getByRole("link", { name: "View existing tracking" })).not.toBeInTheDocument();
});

test("a number that is typed while the former is being sent stays for the next request", async () => {
  let answer: () => void = () => undefined;
  const action = vi.fn(async (...sent: Parameters<typeof saved>) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return saved(...sent);
  });
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={action} />, {
    routes: numberRoute({}),
  });
  await number.fill("MEDU12345678");
  await page.getByRole("button", { name: "Track" }).click();
  await expect.poll(() => action.mock.calls.length).toBe(1);
  await number.fill("MEDU87654321");
  answer();
  await expect.poll(() => document.activeElement?.id).toBe("track-number");
  await expect.element(page.getByRole("button", { name: "Track" })).toBeEnabled();
  await expect.element(number).toHaveValue("MEDU87654321");
  await page.getByRole("button", { name: "Track" }).click();
  await expect.poll(() => action.mock.calls.length).toBe(2);
  answer();
  await expect.element(number).toHaveValue("");
});

test("the service's rejection is shown at its field, and the typed values stay", async () => {
  const action = vi.fn(answering({ fields: { scac: "The service does not know this line." } }));
  await rendered(<TrackForm beginning={NO_START} parties={[]} action={action} />, {
    routes: numberRoute({ reason: "the service is not responding." }),
  });
  await number.fill("MEDU12345678");
  await line.fill("QQQQ");
  await page.getByRole("button", { name: "Track" }).click();
  await expect.element(line).toHaveAttribute("aria-invalid", "true");
  await expect.element(line).toHaveAccessibleDescription(/does not know this line/);
  await expect.element(number).toHaveValue("MEDU12345678");
  expect(Object.fromEntries(action.mock.calls[0]?.[1] ?? [])).toMatchObject({ scac: "QQQQ" });
});
