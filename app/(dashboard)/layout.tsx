import { type ReactNode, Suspense } from "react";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { keepPreferencesAction } from "@/app/(dashboard)/settings/you/actions";
import { SignOutButton } from "@/app/sign-in/sign-out-button";
import { UnsavedTray } from "@/components/board/editing/unsaved-tray";
import { SignedInUserStart } from "@/components/preferences/user-provider";
import { LiveFeedStart } from "@/components/realtime/feed-start";
import { DashboardKeys } from "@/components/search/global-shortcuts";
import { BoardCountFigure } from "@/components/shell/board-count-figure";
import { Shell } from "@/components/shell/shell";
import { MayHere } from "@/components/ui/permissions";
import { NoticesCorner } from "@/components/ui/toast-region";
import { may, rightsOf } from "@/lib/auth/access/roles";
import { findSession, type Session } from "@/lib/auth/sign-in/current-session";
import { countContainers } from "@/lib/features/board/queries/cached-counts";
import { isDatabaseFailure } from "@/lib/platform/database/connection-errors";

/** The layout of the dashboard. It checks no session: each page and action does that itself. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Shell
      boardCount={
        <Suspense>
          <BoardCount />
        </Suspense>
      }
      account={
        <Suspense>
          <Account />
        </Suspense>
      }
    >
      {children}
      <DashboardKeys />
      <Suspense>
        <PersonHere />
      </Suspense>
      <UnsavedTray />
      <NoticesCorner />
    </Shell>
  );
}

/** The current session. Also null during a database outage, which the page in the layout reports. */
async function findSessionOfFrame(): Promise<Session | null> {
  try {
    return await findSession();
  } catch (error) {
    if (isDatabaseFailure(error)) return null;
    throw error;
  }
}

async function PersonHere() {
  const session = await findSessionOfFrame();
  // Without the database, the live feed itself says so.
  if (!session) return <LiveFeedStart userId="" />;
  const preferences = await readUserPreferences(session.userId);
  return (
    <>
      <LiveFeedStart userId={session.userId} />
      <SignedInUserStart userId={session.userId} preferences={preferences} keep={keepPreferencesAction} />
      <MayHere rights={rightsOf(session.role)} />
    </>
  );
}

async function BoardCount() {
  const session = await findSessionOfFrame();
  // The page redirects a user without access to the dashboard. Until then, no figures are sent.
  if (!session || !may(session.role, "dashboard")) return null;
  return <BoardCountFigure initial={await countContainers()} />;
}

async function Account() {
  const session = await findSessionOfFrame();
  if (!session) return null;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="max-w-full truncate" title={session.email}>
        {session.email}
      </span>
      <SignOutButton />
    </div>
  );
}
