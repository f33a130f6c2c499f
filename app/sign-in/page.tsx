import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { safeReturnPath } from "@/lib/auth/return-path";
import { findSession } from "@/lib/auth/session";
import { problemOfErrorCode } from "./problem-words";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

// Answered whole, not streamed into a shell: streamed parts stay hidden where script is off.
export const instant = false;

type Search = { callbackUrl?: string | string[]; error?: string | string[] };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { callbackUrl, error } = await searchParams;
  const returnPath = safeReturnPath(callbackUrl);
  if (await findSession()) redirect(returnPath);

  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_1.4fr] px-4">
      <div className="row-start-2 mx-auto w-full max-w-[340px]">
        <p className="mb-4 flex items-center gap-2 px-1 text-lead font-[650] tracking-tight">
          <span aria-hidden className="brand-mark" />
          Drayboard
        </p>
        <div className="forced-frame rounded-card border border-line bg-surface px-5 pt-4.5 pb-3">
          <h1 className="mb-4 text-title font-[620] tracking-tight">Sign in</h1>
          <SignInForm callbackUrl={returnPath} problem={problemOfErrorCode(error)} />
        </div>
        <p className="mt-3.5 px-1 text-note text-ink-3">
          Password lost? Whoever runs this desk makes a new one with{" "}
          <code className="font-mono">npm run user -- reset E-MAIL</code>.
        </p>
      </div>
    </main>
  );
}
