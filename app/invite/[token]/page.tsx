import type { Metadata } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import { SignInLayout } from "@/components/shell/signed-out-frame";
import { MIN_PASSWORD } from "@/lib/auth/passwords/password-policy";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { openInvitation } from "@/lib/features/users/commands/open-invitation";
import { InvitationForm } from "./invitation-form";

export const metadata: Metadata = {
  title: "Invitation",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

// Not streamed, like the sign-in page.
export const instant = false;

/** The page of an invitation or password reset link, which can be used once. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  await connection();
  const { token } = await params;
  const opened = await openInvitation(token, await headers(), new Date());
  if (opened.kind === "throttled")
    return <SignInLayout title="Too many attempts">{throttledText(opened.waitSeconds)}</SignInLayout>;
  if (opened.kind === "ended")
    return (
      <SignInLayout title="This link is no longer valid">
        <p className="pb-2">It was used, revoked or expired. Ask the sender for a new link.</p>
      </SignInLayout>
    );
  const { email, name, purpose, secondFactor } = opened.invitation;
  const joins = purpose === "join";
  return (
    <SignInLayout title={joins ? "Join Drayboard" : "Set a new password"}>
      <InvitationForm
        token={token}
        email={email}
        name={joins ? (name ?? "") : null}
        shortest={MIN_PASSWORD}
        codeNext={secondFactor}
      />
    </SignInLayout>
  );
}
