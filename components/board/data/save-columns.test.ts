import { beforeEach, describe, expect, it, vi } from "vitest";
import { columnsKept } from "./save-columns";

const { sendColumns } = vi.hoisted(() => ({ sendColumns: vi.fn() }));
vi.mock("./requests", async (original) => ({ ...(await original<object>()), sendColumns }));

const sent = () => sendColumns.mock.calls.map(([columns]) => columns);

/** Holds the response to the next sent columns. Returns a function that releases it. */
function holdAnswer(): () => void {
  let answer = () => {};
  sendColumns.mockImplementationOnce(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  return () => answer();
}

beforeEach(() => {
  sendColumns.mockReset();
  sendColumns.mockResolvedValue({});
});

describe("the user's columns", () => {
  it("are sent immediately, and changes made during a request are sent together afterwards", async () => {
    const answer = holdAnswer();
    for (const columns of ["number", "number,left", "number,left,note"]) columnsKept.keep(columns);
    expect(sent()).toEqual(["number"]);
    answer();
    await vi.waitFor(() => expect(sent()).toEqual(["number", "number,left,note"]));
  });

  it("are sent once, without waiting for a response, after the user leaves the board", async () => {
    const answer = holdAnswer();
    columnsKept.keep("number");
    columnsKept.keep("number,left");
    columnsKept.leave();
    columnsKept.leave();
    expect(sent()).toEqual(["number", "number,left"]);
    answer();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent()).toEqual(["number", "number,left"]);
  });
});
