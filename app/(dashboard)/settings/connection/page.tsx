import type { Metadata } from "next";
import { Suspense } from "react";
import { ConnectionView } from "@/components/connection/connection-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readConnection } from "@/lib/features/connection/queries/settings-pages";
import {
  checkConnectionAction,
  chooseEventsAction,
  registerWebhookAction,
  removeSamplesAction,
  removeStrayWebhookAction,
  removeWebhookAction,
  rotateSecretAction,
} from "./actions";

export const metadata: Metadata = { title: "Connection" };

async function LoadedConnection() {
  await requirePageSession("administer");
  return (
    <ConnectionView
      initial={await readConnection()}
      actions={{
        check: checkConnectionAction,
        register: registerWebhookAction,
        rotate: rotateSecretAction,
        remove: removeWebhookAction,
        chooseEvents: chooseEventsAction,
        removeStray: removeStrayWebhookAction,
        removeSamples: removeSamplesAction,
      }}
    />
  );
}

export default function ConnectionPage() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <LoadedConnection />
    </Suspense>
  );
}
