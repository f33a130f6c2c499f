import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInLayout } from "@/components/shell/signed-out-frame";
import { findSession } from "@/lib/auth/sign-in/current-session";
import { landingPath, safeReturnPath } from "@/lib/auth/sign-in/return-path";
import { config } from "@/lib/platform/config/config";
import { asksForCode, problemOfErrorCode } from "./problem-text";
import { SignInForm } from "./sign-in-form";
import { SingleSignOn } from "./single-sign-on";

export const metadata: Metadata = { title: "Sign in" };

// Not streamed: streamed parts stay hidden without JavaScript.
export const instant = false;

type Search = Partial<Record<"callbackUrl" | "error" | "chosen", string | string[]>>;

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { callbackUrl, error, chosen } = await searchParams;
  const returnPath = safeReturnPath(callbackUrl);
  const session = await findSession();
  if (session) redirect(landingPath(returnPath, session.role));

  return (
    <SignInLayout
      title="Sign in"
      help={
        <>
          Locked out? Ask an admin to reset your access under Settings, Users. If you are the only admin, run{" "}
          <code className="font-mono">npm run user -- reset EMAIL</code>.
        </>
      }
    >
      {chosen === "password" && !error && (
        <p role="status" className="mb-3.5 text-ink-2">
          Password changed. Sign in with it and a code.
        </p>
      )}
      <SignInForm callbackUrl={returnPath} problem={problemOfErrorCode(error)} code={asksForCode(error)} />
      {config().singleSignOn && <SingleSignOn callbackUrl={returnPath} />}
    </SignInLayout>
  );
}
