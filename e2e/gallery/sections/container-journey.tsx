import { ArrivalCard } from "@/components/containers/arrival-card";
import { RawEventsButton } from "@/components/containers/raw-events";
import { RAW_EVENTS, UNDER_WAY, UNDER_WAY_CHANGES } from "@/e2e/gallery/support/container-records";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import type { Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";
import { boardRow } from "@/lib/domain/board-row/board-row";

export const sections: Section[] = [
  {
    id: "container/arrival",
    width: 760,
    render: () => (
      <ArrivalCard row={boardRow(UNDER_WAY)} container={UNDER_WAY} changes={UNDER_WAY_CHANGES} now={NOW} />
    ),
  },
  {
    id: "container/raw-events",
    width: 900,
    height: 600,
    routes: { "/api/containers/c-1/raw-events": { json: RAW_EVENTS } },
    render: () => <RawEventsButton containerId="c-1" now={NOW} />,
    play: async () => {
      await userEvent.click("Raw events");
      await appears("[data-raw-event]");
    },
  },
];
