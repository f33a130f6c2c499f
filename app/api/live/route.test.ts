import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveBoard } from "@/lib/features/board/live-boards";
import { GET } from "./route";

const { requireValidSession, boards } = vi.hoisted(() => ({
  requireValidSession: vi.fn(),
  boards: { add: vi.fn() },
}));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/auth/sign-in/session-guard", () => ({ requireValidSession }));
vi.mock("@/lib/features/board/live-boards", () => ({ liveBoards: () => boards }));
vi.mock("@/lib/realtime/feed", () => ({ liveFeed: () => ({ subscribe: () => () => undefined }) }));

beforeEach(() => {
  vi.resetAllMocks();
  requireValidSession.mockResolvedValue({ claims: { userId: "u-1" }, isValid: async () => true });
});

const leaving = () => new AbortController();
const get = (query: string, { signal } = leaving()) =>
  GET(new Request(`http://127.0.0.1:3000/api/live${query}`, { signal }));

describe("the live stream", () => {
  it("is only for the user that the browser expects", async () => {
    expect((await get("?user=u-1")).status).toBe(200);
    expect((await get("")).status).toBe(200);
    const refused = await get("?user=u-2");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "not_allowed" } });
  });

  it("carries several boards, each with events of its own name, until it ends", async () => {
    const added: Pick<LiveBoard, "query" | "reader" | "send">[] = [];
    const ended: number[] = [];
    boards.add.mockImplementation((board: LiveBoard) => {
      const at = added.push(board);
      return () => ended.push(at);
    });
    const browser = leaving();
    const texts = ["queue=held", "sort=wrong", "q=MSKU", ...Array.from({ length: 9 }, (_, at) => `q=${at}`)];
    const query = texts.map((text) => `board=${encodeURIComponent(text)}`).join("&");
    const reader = (await get(`?${query}`, browser)).body?.getReader();
    if (!reader) throw new Error("no stream");
    const decoder = new TextDecoder();
    let text = "";
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) text += decoder.decode((await reader.read()).value);
    };
    await until("event: board-ready-7\n");
    expect(text).not.toMatch(/board-ready-[18]\n/);
    expect(added.map(({ query: { q } }) => q)).toEqual(["", "MSKU", "0", "1", "2", "3", "4"]);
    added[0]?.send('{"reread":true}');
    added[1]?.send('{"rows":[]}');
    await until('event: board\ndata: {"reread":true}\n\n');
    await until('event: board-2\ndata: {"rows":[]}\n\n');
    browser.abort();
    expect(ended).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
