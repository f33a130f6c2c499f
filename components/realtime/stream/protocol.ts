import type { LiveChange } from "@/components/realtime/events";
import type { DisplayedStatus } from "@/components/realtime/stable-status";

/** The state of the connection to the dashboard's live feed. */
export type LiveState = {
  /** `catching-up`: connected, but missed changes are still being read. */
  link: "connecting" | "catching-up" | "live" | "lost";
  /** The time when the connection was lost, epoch ms. Null while connected. */
  lostAt: number | null;
  /** The time since when missed changes are being read, epoch ms. Null when there are none. */
  laggingSince: number | null;
  status: DisplayedStatus | null;
};

/** What a tab sends to the program that has the stream. */
export type FromTab =
  /** The tab as it is now. Sent at the beginning, at each change and every few seconds; `here` is the response. */
  | {
      kind: "tab";
      isVisible: boolean;
      /** The parameters of the shown board. Null without one. */
      board: string | null;
      /** How long ago the tab loaded its document, in ms. */
      ageMs: number;
    }
  | { kind: "leave" }
  /** The session ends. */
  | { kind: "signed-out" };

/** What a tab receives. */
export type ToTab =
  | { kind: "here" }
  | { kind: "state"; state: LiveState }
  | { kind: "change"; change: LiveChange }
  /** Changes may have been missed: everything shown is read again. */
  | { kind: "resync" }
  /** All earlier changes were reported. */
  | { kind: "caught-up" }
  /** The stream now sends the changed rows of this board. Null: of none that the tab shows. */
  | { kind: "rows"; board: string | null }
  /** A message of the server about the rows of a board, as JSON text. */
  | { kind: "board"; board: string; json: string };
