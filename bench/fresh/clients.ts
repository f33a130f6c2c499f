import { spawn } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { bundledArgs } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";

const INSTANTS = z.array(z.number().nullable());

export interface Clients {
  /**
   * The times at which each client received a change that contains the word, epoch ms. Clears everything received so
   * far.
   */
  heard(label: string): Promise<number[]>;
  close(): Promise<void>;
}

/** Starts this many event stream clients in a separate process and waits until all are connected. */
export async function openClients(
  onEnd: (undo: Undo) => void,
  url: string,
  count: number,
  cookie = "",
): Promise<Clients> {
  const args = bundledArgs(["--import", "tsx", "bench/fresh/many-clients.ts"]);
  const child = spawn(process.execPath, [...args, url, String(count), cookie], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onEnd(() => child.kill());
  const ended = once(child, "exit").then(() => {
    throw new Error("the listening clients ended");
  });
  ended.catch(() => undefined);
  const response = () =>
    Promise.race([once(child, "message"), ended]).then(([message]: unknown[]) => message);
  await response();
  return {
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
    async heard(label) {
      const answered = response();
      child.send(label);
      const instants = INSTANTS.parse(await answered);
      const missing = instants.filter((instant) => instant === null).length;
      if (missing > 0) throw new Error(`${missing} of ${count} clients did not hear of ${label}`);
      return instants.filter((instant) => instant !== null);
    },
  };
}
