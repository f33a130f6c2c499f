import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { SignOutButton } from "@/app/sign-in/sign-out-button";
import { NoticesCorner } from "@/components/ui/toast-region";
import { findSession } from "@/lib/auth/sign-in/current-session";

async function Account() {
  const session = await findSession();
  if (!session) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-note text-ink-2">
      <span className="max-w-full min-w-0 truncate sm:max-w-72" title={session.email}>
        {session.email}
      </span>
      <Link href="/my/account" className="text-accent underline">
        Your account
      </Link>
      <SignOutButton />
    </div>
  );
}

/** The layout of the customer pages. It checks no session: each page does that itself. */
export default function CustomerLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      {children}
      <footer className="mx-auto mt-auto w-full max-w-[1080px] px-3 pt-2 pb-6 sm:px-5 print:hidden">
        <Suspense>
          <Account />
        </Suspense>
      </footer>
      <NoticesCorner />
    </div>
  );
}
