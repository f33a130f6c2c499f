import type { ReactNode } from "react";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import type { ConnectionData } from "@/lib/features/connection/rules/settings-data";
import { Fact, Facts } from "./fact-list";

const SCHEMA = {
  same: "Matches this version",
  older: "Older than this version. Restart with npm run up",
  newer: "Newer than this version. Start the newer version",
  unknown: "Couldn’t be read",
} as const;

function State({ ok, children }: { ok: boolean; children: ReactNode }) {
  return ok ? children : <Tag tone="late">{children}</Tag>;
}

/** The result of `/api/health/ready` for this dashboard: database, schema, worker, inbox and connections. */
export function ReadinessCard({ readiness }: { readiness: ConnectionData["readiness"] }) {
  const { database, migrations, worker, inbox, pool } = readiness;
  return (
    <Card
      title="This dashboard"
      aside={<Tag tone={readiness.ready ? "go" : "late"}>{readiness.ready ? "Ready" : "Not ready"}</Tag>}
    >
      <Facts>
        <Fact label="Database">
          <State ok={database.ok}>{database.ok ? "Connected" : "Not reachable"}</State>
        </Fact>
        <Fact label="Database schema">
          <State ok={migrations.ok}>{SCHEMA[migrations.applied]}</State>
        </Fact>
        <Fact
          label="Worker"
          note={
            worker.ok ? null : "Notifications wait until a worker runs. npm run up restarts a hung worker."
          }
        >
          <State ok={worker.ok}>
            {worker.paused ? (
              "Paused after a restore"
            ) : worker.heartbeatAt === null ? (
              "No heartbeat yet"
            ) : (
              <>
                Last heartbeat <Ago since={worker.heartbeatAt} />
              </>
            )}
          </State>
        </Fact>
        <Fact label="Inbox">
          <State ok={inbox.ok}>
            {inbox.oldestAt === null ? (
              "No notification is waiting"
            ) : (
              <>
                Oldest notification received <Ago since={inbox.oldestAt} />
              </>
            )}
          </State>
        </Fact>
        <Fact label="Database connections">
          <State ok={pool.ok}>
            {pool.free} of {pool.size} free
          </State>
        </Fact>
      </Facts>
    </Card>
  );
}
