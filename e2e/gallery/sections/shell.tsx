import { JobLine } from "@/components/bulk-jobs/job-progress";
import { ThemeSwitch } from "@/components/preferences/theme-switch";
import { Palette } from "@/components/search/palette";
import { ActionForm } from "@/components/settings/action-form";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { FailedPage } from "@/components/shell/error-page";
import { NotAllowed } from "@/components/shell/not-allowed";
import { PageTop } from "@/components/shell/page-header";
import { PageSkeleton } from "@/components/shell/page-skeleton";
import { liveSource } from "@/e2e/gallery/support/api";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import type { Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";
import { refusalOf } from "@/lib/auth/access/roles";
import type { JobProgress } from "@/lib/features/bulk-jobs/messages";

const job = (id: string, change: Partial<JobProgress>): JobProgress => ({
  id,
  kind: "assign_carrier",
  title: "Assign Harbor Dray",
  by: "Ana Ruiz",
  mine: true,
  createdAt: hoursFromNow(-1),
  endedAt: hoursFromNow(-0.5),
  cancelledAt: null,
  pausedUntil: null,
  pausedBecause: null,
  stoppedBecause: null,
  total: 40,
  done: 40,
  failed: 0,
  cancelled: 0,
  undoable: 40,
  undoneBy: null,
  undoes: null,
  retriedBy: null,
  retries: null,
  ...change,
});

const JOBS = [
  job("1", { endedAt: null, done: 12, undoable: 0 }),
  job("2", {
    endedAt: null,
    done: 8,
    kind: "refresh",
    title: "Refresh",
    undoable: 0,
    pausedUntil: hoursFromNow(0.01),
    pausedBecause: "The service allows 10 refreshes per minute",
  }),
  job("3", {}),
  job("4", { done: 36, failed: 4, mine: false }),
  job("5", { cancelledAt: hoursFromNow(-0.7), done: 10, cancelled: 30, undoable: 10 }),
  job("6", { undoneBy: "7", undoable: 0 }),
  job("8", {
    done: 30,
    cancelled: 10,
    undoable: 0,
    stoppedBecause: "The key was rejected by the tracking service.",
  }),
];
const jobs = () =>
  JOBS.map((each) => (
    <JobLine key={each.id} job={each} onChange={() => undefined} onDismiss={() => undefined} />
  ));

const status = {
  lastSyncAt: hoursFromNow(-0.2),
  lastChangeAt: hoursFromNow(-0.05),
  upstreamDownSince: null,
  database: "up",
  syncing: null,
  lagging: false,
  inboxLag: { count: 0, oldestAt: null },
};
const live = (id: string, play: () => Promise<void> | void): Section => ({
  id: `shell/${id}`,
  width: 1120,
  render: () => <PageTop title="Board" />,
  play,
});

export const sections: Section[] = [
  { id: "jobs/lines", render: jobs },
  { id: "jobs/lines-viewer", role: "viewer", render: jobs },
  {
    id: "shell/page-top",
    render: () => <PageTop title="Reports" crumbs={[{ href: "/reports", label: "Reports" }]} />,
  },
  live("live", async () => {
    liveSource.open();
    liveSource.send("status", status);
    await appears("[data-live=live]");
  }),
  live("live-service-down", async () => {
    liveSource.open();
    liveSource.send("status", { ...status, upstreamDownSince: hoursFromNow(-2) });
  }),
  live("live-database-down", async () => {
    liveSource.open();
    liveSource.send("status", { ...status, database: "down" });
  }),
  { id: "shell/loading", render: () => <PageSkeleton aside /> },
  { id: "shell/loading-settings", render: () => <SettingsSkeleton /> },
  {
    id: "shell/failed",
    routes: { "/api/health": { json: {} } },
    render: () => <FailedPage title="This page could not be shown" mark="4189001" retry={() => undefined} />,
  },
  {
    id: "shell/failed-database",
    routes: { "/api/health": { status: 503 } },
    render: () => <FailedPage title="This page could not be shown" retry={() => undefined} />,
    play: async () => {
      for (let waits = 0; waits < 100 && !document.body.textContent?.includes("not responding"); waits += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
  },
  {
    id: "shell/not-allowed",
    width: 640,
    height: 360,
    render: () => (
      <NotAllowed>
        <p>{refusalOf("administer")}</p>
      </NotAllowed>
    ),
  },
  { id: "shell/theme", width: 240, render: () => <ThemeSwitch /> },
  {
    id: "shell/palette",
    width: 760,
    height: 560,
    routes: {
      "/api/find": {
        json: {
          matches: [
            { kind: "container", id: "c-1", name: "MSKU4807969", note: "APM Pier 400", address: "" },
            {
              kind: "shipment",
              id: "s-1",
              name: "MAEU123456789",
              note: "Shanghai → Los Angeles",
              address: "",
            },
            { kind: "party", id: "p-1", name: "Harbor Dray", note: "", address: "" },
          ],
        },
      },
    },
    render: () => <Palette onClose={() => undefined} />,
    play: async () => {
      await userEvent.type("Number, name, note, page or action", "msku");
      await appears('[role=group][aria-label="Containers"]');
    },
  },
  {
    id: "shell/palette-failed",
    width: 760,
    height: 560,
    routes: { "/api/find": { status: 503 } },
    render: () => <Palette onClose={() => undefined} />,
    play: async () => {
      await userEvent.type("Number, name, note, page or action", "msku");
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
  },
  {
    id: "settings/action-confirm",
    width: 560,
    render: () => (
      <ActionForm
        action={saved}
        label="Revoke"
        pendingText="Revoking…"
        variant="danger"
        confirm="The link will stop working for everyone who has it. This can’t be undone."
      />
    ),
    play: () => userEvent.click("Revoke"),
  },
];
