import { type ReactNode, Suspense } from "react";
import { SignOutButton } from "@/app/sign-in/sign-out-button";
import { BoardCountFigure } from "@/components/shell/board-count-figure";
import { Shell } from "@/components/shell/shell";
import { NoticesCorner } from "@/components/ui/notices-corner";
import { findSession } from "@/lib/auth/session";
import { countBoxes } from "@/lib/mirror/cached/reads";

/** The frame of the desk. It guards nothing: each page and action checks the session itself. */
export default function DeskLayout({ children }: { children: ReactNode }) {
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
      <NoticesCorner />
    </Shell>
  );
}

async function BoardCount() {
  if (!(await findSession())) return null;
  return <BoardCountFigure initial={await countBoxes()} />;
}

async function Account() {
  const session = await findSession();
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
