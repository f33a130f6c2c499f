import type { Metadata } from "next";
import { Suspense } from "react";
import { readConnection } from "@/app/(desk)/settings/readings";
import { ConnectionView } from "@/components/settings/connection-view";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { requirePageSession } from "@/lib/auth/session";
import {
  checkConnectionAction,
  chooseEventsAction,
  registerWebhookAction,
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
