import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Preferences } from "@/lib/features/preferences/rules";

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
}

const PREFERENCES: Preferences = {
  theme: "system",
  density: "cosy",
  zones: "place",
  zone: null,
  locale: "en-US",
};

beforeEach(() => {
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => vi.unstubAllGlobals());

/** Simulates the tab after a page load. */
async function loaded() {
  vi.resetModules();
  return (await import("./signed-in-user")).currentUser;
}

/** A signed-in user with a save function. `answer` is the server's response. */
function somebody(userId: string, response: () => Promise<string | null> = async () => null) {
  const asked: Partial<Preferences>[] = [];
  const keep = (change: Partial<Preferences>) => {
    asked.push(change);
    return response();
  };
  return { person: { userId, preferences: PREFERENCES, keep }, asked };
}

describe("preference choice", () => {
  it("is saved once the server names the user, if it was made before", async () => {
    const here = await loaded();
    await here.choose({ theme: "dark" });
    const { person, asked } = somebody("ana");
    here.begin(person);
    expect(asked).toEqual([{ theme: "dark" }]);
    expect(here.snapshot()?.theme).toBe("dark");
  });

  it("is saved after a reload that interrupted the save", async () => {
    const here = await loaded();
    here.begin(somebody("ana", () => new Promise(() => undefined)).person);
    void here.choose({ theme: "dark" });
    const again = await loaded();
    const { person, asked } = somebody("ana");
    again.begin(person);
    expect(asked).toEqual([{ theme: "dark" }]);
    expect(again.snapshot()?.theme).toBe("dark");
  });

  it("is saved after a reload that aborted the save", async () => {
    const here = await loaded();
    let abort: (error: Error) => void = () => undefined;
    here.begin(somebody("ana", () => new Promise((_, reject) => (abort = reject))).person);
    void here.choose({ theme: "dark" });
    abort(new TypeError("Failed to fetch"));
    await Promise.resolve();
    const again = await loaded();
    expect(localStorage.getItem("drayboard.theme")).toBe("dark");
    const { person, asked } = somebody("ana");
    again.begin(person);
    expect(asked).toEqual([{ theme: "dark" }]);
    expect(again.snapshot()?.theme).toBe("dark");
  });

  it("is undone with a message when the server does not answer", async () => {
    vi.useFakeTimers();
    const here = await loaded();
    here.begin(somebody("ana", () => Promise.reject(new TypeError("Failed to fetch"))).person);
    const problem = here.choose({ theme: "dark" });
    await vi.runAllTimersAsync();
    expect(await problem).toBe("Drayboard is not responding. This choice was not saved.");
    expect(here.snapshot()?.theme).toBe("system");
    vi.useRealTimers();
  });

  it("is not sent again after it was saved or rejected", async () => {
    for (const response of [null, "Not kept."]) {
      const here = await loaded();
      here.begin(somebody("ana", async () => response).person);
      expect(await here.choose({ density: "compact" })).toBe(response);
      const again = await loaded();
      const { person, asked } = somebody("ana");
      again.begin(person);
      expect(asked).toEqual([]);
    }
  });

  it("does not apply to another user", async () => {
    const here = await loaded();
    here.begin(somebody("ana", () => new Promise(() => undefined)).person);
    void here.choose({ theme: "dark" });
    const other = await loaded();
    const { person, asked } = somebody("ben");
    other.begin(person);
    expect(asked).toEqual([]);
    expect(other.snapshot()?.theme).toBe("system");
  });
});
