import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { Undo } from "@/bench/harness/clean-up";

const INSTANTS = z.array(z.number().nullable());

export interface Clients {
  /** When each of them heard a change that has the word in it, epoch ms; forgets all that was heard so far. */
  heard(word: string): Promise<number[]>;
  close(): Promise<void>;
}

/** Starts so many readers of an event stream in a process of their own, and waits until all hear. */
export async function openClients(
  onEnd: (undo: Undo) => void,
  url: string,
  count: number,
  cookie = "",
): Promise<Clients> {
  const child = fork("bench/fresh/many-clients.ts", [url, String(count), cookie], {
    execArgv: ["--import", "tsx"],
  });
  onEnd(() => child.kill());
  const ended = once(child, "exit").then(() => {
    throw new Error("the listening clients ended");
  });
  ended.catch(() => undefined);
  const answer = () => Promise.race([once(child, "message"), ended]).then(([message]: unknown[]) => message);
  await answer();
  return {
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
    async heard(word) {
      const answered = answer();
      child.send(word);
      const instants = INSTANTS.parse(await answered);
      const missing = instants.filter((instant) => instant === null).length;
      if (missing > 0) throw new Error(`${missing} of ${count} clients did not hear of ${word}`);
      return instants.filter((instant) => instant !== null);
    },
  };
}
