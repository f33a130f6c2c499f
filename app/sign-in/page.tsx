import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DoorFrame } from "@/components/shell/door-frame";
import { landingPath, safeReturnPath } from "@/lib/auth/return-path";
import { findSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { asksForCode, problemOfErrorCode } from "./problem-words";
import { SignInForm } from "./sign-in-form";
import { SingleSignOn } from "./single-sign-on";

export const metadata: Metadata = { title: "Sign in" };

// Answered whole, not streamed into a shell: streamed parts stay hidden where script is off.
export const instant = false;

type Search = { callbackUrl?: string | string[]; error?: string | string[] };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { callbackUrl, error } = await searchParams;
  const returnPath = safeReturnPath(callbackUrl);
  const session = await findSession();
  if (session) redirect(landingPath(returnPath, session.role));

  return (
    <DoorFrame
      title="Sign in"
      help={
        <>
          Password lost? Whoever runs this desk makes a new one with{" "}
          <code className="font-mono">npm run user -- reset E-MAIL</code>.
        </>
      }
    >
      <SignInForm callbackUrl={returnPath} problem={problemOfErrorCode(error)} code={asksForCode(error)} />
      {config().singleSignOn && <SingleSignOn callbackUrl={returnPath} />}
    </DoorFrame>
  );
}
