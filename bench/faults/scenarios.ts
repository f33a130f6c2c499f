import { setTimeout as pause } from "node:timers/promises";
import type { Fleet } from "@/bench/harness/fleet";
import { sized } from "@/bench/harness/smoke";
import type { FaultsInput } from "@/tracking-service/faults/settings";
import type { World } from "./world";

/** A temporary fault. */
export type Scenario = {
  name: string;
  seconds: number;
  /** Starts the fault. Returns a function that ends it. */
  begin(fleet: Fleet, world: World): Promise<() => Promise<void>>;
  /** The expected status of the board during the fault. */
  board: 200 | 503;
  /** The dashboard's status line must match this at some time. */
  says: RegExp;
};

const OUT_OF_REACH = /service unavailable/i;
const TEN_MINUTES_MS = 600_000;

async function restartService({ service }: Fleet, settings: () => void): Promise<void> {
  settings();
  await service.kill();
  await service.untilUp();
}

/** The service returns errors on purpose. */
function erring(name: string, faults: FaultsInput, says: RegExp): Scenario {
  return {
    name,
    seconds: 30,
    board: 200,
    says,
    async begin(fleet) {
      await restartService(fleet, () => {
        fleet.serviceSettings.FAULTS = JSON.stringify(faults);
      });
      return () =>
        restartService(fleet, () => {
          fleet.serviceSettings.FAULTS = "";
        });
    },
  };
}

/** Sets node's clock ahead of all other processes, including the Date header of its responses. */
const shiftedClock = (byMs: number) =>
  `--import data:text/javascript,${encodeURIComponent(
    `import { ServerResponse } from "node:http";
    const Wall = Date; globalThis.Date = class extends Wall {
      constructor(...of) { if (of.length) super(...of); else super(Wall.now() + ${byMs}); }
      static now() { return Wall.now() + ${byMs}; } };
    const { writeHead } = ServerResponse.prototype;
    ServerResponse.prototype.writeHead = function (...of) {
      if (!this.headersSent) this.setHeader("Date", new Date().toUTCString());
      return writeHead.apply(this, of); };`,
  )}`;

/** Shifts the service's clock, and with it every created_at, against all other processes. */
function serviceClock(name: string, offByMs: number, says: RegExp): Scenario {
  return {
    name,
    seconds: 20,
    board: 200,
    says,
    async begin(fleet, world) {
      world.setClock(offByMs);
      await restartService(fleet, () => {
        fleet.serviceSettings.NODE_OPTIONS = shiftedClock(offByMs);
      });
      return async () => {
        world.setClock(0);
        await restartService(fleet, () => {
          fleet.serviceSettings.NODE_OPTIONS = "";
        });
      };
    },
  };
}

async function restartDashboard(fleet: Fleet, nodeOptions: string): Promise<void> {
  fleet.dashboardSettings.NODE_OPTIONS = nodeOptions;
  for (const member of [...fleet.dashboards, ...fleet.workers]) {
    await member.kill();
    await member.untilUp();
  }
}

const always = { rate: 1 };

export const SCENARIOS: readonly Scenario[] = [
  erring("429 storm", { http: { storm: { ...always, seconds: 20 } } }, /rate limit reached/i),
  erring("500s", { http: { error: { ...always, statuses: [500] } } }, OUT_OF_REACH),
  {
    name: "60 s outage",
    seconds: 60,
    board: 200,
    says: OUT_OF_REACH,
    async begin({ service }) {
      await service.stop();
      return async () => {
        service.start();
        await service.untilUp();
      };
    },
  },
  erring(
    "Slow answers, 25 to 40 s",
    { http: { latency: { ...always, minMs: 25_000, maxMs: 40_000 } } },
    OUT_OF_REACH,
  ),
  erring("Cut connections", { http: { cut: { ...always } } }, OUT_OF_REACH),
  erring("Truncated JSON", { http: { malformed: { ...always, as: ["truncated"] } } }, /can’t be read/i),
  erring("Changed types", { http: { malformed: { ...always, as: ["shape"] } } }, /can’t be read/i),
  {
    name: "Database stopped 20 s",
    seconds: 20,
    board: 503,
    says: /database is (?:unavailable|not responding)/i,
    async begin({ postgres }) {
      await postgres.stop();
      return async () => {
        postgres.start();
        await postgres.untilUp();
      };
    },
  },
  {
    name: "53100 (disk full) raised on the inbox",
    seconds: 20,
    board: 200,
    says: /can’t be saved/i,
    async begin({ dashboard }) {
      await dashboard.db.execute(`create or replace function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      await dashboard.db.execute(
        "create trigger disk_full before insert on inbox for each statement execute function disk_full()",
      );
      return async () => {
        await dashboard.db.execute("drop trigger disk_full on inbox");
      };
    },
  },
  serviceClock("Service's clock 10 min ahead", TEN_MINUTES_MS, /clock is … ahead/),
  serviceClock("Service's clock 10 min behind", -TEN_MINUTES_MS, /clock is … behind/),
  {
    name: "Dashboard's clock 10 min ahead",
    seconds: 20,
    board: 200,
    says: /clock is … behind/,
    async begin(fleet) {
      await restartDashboard(fleet, shiftedClock(TEN_MINUTES_MS));
      return () => restartDashboard(fleet, "");
    },
  },
];

export const seconds = (count: number) => pause(sized(count, 1) * 1_000);
