import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { rowsPath } from "@/bench/board/json-reads";
import { timeRequest } from "@/bench/harness/time-requests";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";

const PAUSE_MS = 100;

/**
 * The times of page reads, ms, and those of the bare server that runs the same queries. `others`: the errors of reads
 * that were answered otherwise than 200, as by a dashboard that has no free database connection.
 */
export type RowReads = { rows: number[]; floor: number[]; others: string[] };

/**
 * Reads first pages of the board, the default view and the queues in turn, one after another from the dashboards in turn,
 * each followed by the same read from the bare server. The returned function ends it.
 */
export function readRowsMeanwhile(
  baseUrls: readonly string[],
  floorUrl: string,
  headers: Record<string, string>,
): () => Promise<RowReads> {
  const paths = [rowsPath({}), ...QUEUE_IDS.map((queue) => rowsPath({ queue }))];
  const agent = new Agent({ keepAlive: true });
  const reads: RowReads = { rows: [], floor: [], others: [] };
  let reading = true;
  async function read(): Promise<void> {
    for (let at = 0; reading || at === 0; at += 1) {
      const path = paths[at % paths.length] ?? "";
      const time = async (baseUrl: string, samples: number[]) => {
        const ms = await timeRequest(new URL(path, baseUrl), headers, agent).catch((error: Error) => {
          reads.others.push(error.message);
          return null;
        });
        if (ms !== null) samples.push(ms);
      };
      await time(baseUrls[at % baseUrls.length] ?? "", reads.rows);
      await time(floorUrl, reads.floor);
      await pause(PAUSE_MS);
    }
  }
  const ended = read();
  ended.catch(() => undefined);
  return async () => {
    reading = false;
    await ended.finally(() => agent.destroy());
    return reads;
  };
}
