"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

/** The URL of the provider's page, which next-auth returns only for its own CSRF token. */
async function findProviderPage(callbackUrl: string): Promise<string> {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  const response = await fetch("/api/auth/signin/oidc", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
  });
  const { url } = await response.json();
  return url;
}

/** Starts the single sign-on of the intranet and returns to Drayboard afterwards. */
export function SingleSignOn({ callbackUrl }: { callbackUrl: string }) {
  const [state, setState] = useState<"idle" | "leading" | "failed">("idle");
  const lead = async () => {
    setState("leading");
    try {
      window.location.assign(await findProviderPage(callbackUrl));
    } catch {
      setState("failed");
    }
  };
  return (
    <div className="flex flex-col gap-1.5 border-t border-line pt-3 pb-2">
      <Button onClick={() => void lead()} disabled={state === "leading"} aria-busy={state === "leading"}>
        {state === "leading" ? "Redirecting…" : "Sign in with single sign-on"}
      </Button>
      <p role="status" className="text-note text-late">
        {state === "failed" && "Single sign-on is not responding. Try again in a few seconds."}
      </p>
    </div>
  );
}
