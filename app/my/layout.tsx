import { type ReactNode, Suspense } from "react";
import { SignOutButton } from "@/app/sign-in/sign-out-button";
import { findSession } from "@/lib/auth/session";

async function Account() {
  const session = await findSession();
  if (!session) return null;
  return (
    <p className="flex items-center gap-3 text-note text-ink-3">
      <span className="max-w-[18rem] min-w-0 truncate" title={session.email}>
        {session.email}
      </span>
      <SignOutButton />
    </p>
  );
}

/** The frame of a customer's pages. It guards nothing: each page checks the session itself. */
export default function CustomerLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <footer className="mx-auto w-full max-w-[1080px] px-3 pb-6 sm:px-5 print:hidden">
        <Suspense>
          <Account />
        </Suspense>
      </footer>
    </>
  );
}
