import { beforeEach, describe, expect, it, vi } from "vitest";
import { columnsKept } from "./save-columns";

const { sendColumns } = vi.hoisted(() => ({ sendColumns: vi.fn() }));
vi.mock("./requests", async (original) => ({ ...(await original<object>()), sendColumns }));

const sent = () => sendColumns.mock.calls.map(([columns]) => columns);

/** Holds the response to the next sent columns. Returns a function that releases it. */
function holdResponse(): () => void {
  let response = () => {};
  sendColumns.mockImplementationOnce(
    () =>
      new Promise<void>((resolve) => {
        response = resolve;
      }),
  );
  return () => response();
}

beforeEach(() => {
  sendColumns.mockReset();
  sendColumns.mockResolvedValue({});
});

describe("the user's columns", () => {
  it("are sent immediately, and changes made during a request are sent together afterwards", async () => {
    const response = holdResponse();
    for (const columns of ["number", "number,left", "number,left,note"]) columnsKept.keep(columns);
    expect(sent()).toEqual(["number"]);
    response();
    await vi.waitFor(() => expect(sent()).toEqual(["number", "number,left,note"]));
  });

  it("are sent once, without waiting for a response, after the user leaves the board", async () => {
    const response = holdResponse();
    columnsKept.keep("number");
    columnsKept.keep("number,left");
    columnsKept.leave();
    columnsKept.leave();
    expect(sent()).toEqual(["number", "number,left"]);
    response();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent()).toEqual(["number", "number,left"]);
  });
});
