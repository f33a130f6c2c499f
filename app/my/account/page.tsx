import type { Metadata } from "next";
import Link from "next/link";
import { changePasswordAction } from "@/app/account/actions";
import { SECOND_FACTOR_ACTIONS } from "@/app/account/second-factor";
import { PasswordCard } from "@/components/account/password-card";
import { SecondFactorCard } from "@/components/account/second-factor-card";
import { SharedFrame } from "@/components/sharing/pages/page-frame";
import { hasPassword, hasSecondFactor } from "@/lib/auth/second-factor/totp";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readCompany } from "@/lib/features/company/queries";
import { db } from "@/lib/platform/database/client";

export const metadata: Metadata = { title: "Your account" };

// Not streamed, like a customer's other pages.
export const instant = false;

/** A customer's own account: password and second factor. */
export default async function CustomerAccountPage() {
  const { userId, name, email } = await requirePageSession("containers");
  const on = await hasSecondFactor(db(), userId);
  const available = await hasPassword(db(), userId);
  return (
    <SharedFrame title="Your account" company={await readCompany(db())}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link href="/my" className="text-accent underline">
          Your containers
        </Link>
        <span className="min-w-0 text-ink-2 wrap-anywhere">
          You sign in as {name && `${name}, `}
          {email}.
        </span>
      </p>
      <div className="grid max-w-2xl gap-3.5">
        <PasswordCard email={email} action={changePasswordAction} />
        <SecondFactorCard on={on} available={available} actions={SECOND_FACTOR_ACTIONS} />
      </div>
    </SharedFrame>
  );
}
