import Link from "next/link";
import type { ReactNode } from "react";

/** The page for a user without the required right. `children` is the message, which names who to contact. */
export function NotAllowed({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="text-lg font-semibold">Not allowed</h1>
      {children}
      <p>
        <Link href="/" className="text-accent underline">
          Go to your home page
        </Link>
      </p>
    </main>
  );
}
