import { beforeEach, describe, expect, it, vi } from "vitest";
import { columnsKept } from "./save-columns";

const { sendColumns } = vi.hoisted(() => ({ sendColumns: vi.fn() }));
vi.mock("./requests", async (original) => ({ ...(await original<object>()), sendColumns }));

const sent = () => sendColumns.mock.calls.map(([columns]) => columns);

/** The next columns that are sent wait for their answer; the way to give it. */
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

describe("the columns a person has", () => {
  it("are sent at once, and what changes while they are on their way follows as one", async () => {
    const answer = holdAnswer();
    for (const columns of ["number", "number,left", "number,left,note"]) columnsKept.keep(columns);
    expect(sent()).toEqual(["number"]);
    answer();
    await vi.waitFor(() => expect(sent()).toEqual(["number", "number,left,note"]));
  });

  it("wait for no answer once the board is left, and are sent once", async () => {
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
