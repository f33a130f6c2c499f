"use client";

import dynamic from "next/dynamic";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { Skeleton } from "@/components/ui/skeleton";
import type { EtaStep } from "@/lib/domain/milestones/eta-history";
import { dayOf } from "@/lib/domain/time/local-clock";
import { formatDay } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import type { Locale } from "@/lib/platform/text/locale";
import type { EtaPoint } from "./eta-chart";

const EtaChart = dynamic(() => import("./eta-chart").then((module) => module.EtaChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

const reportedDay = (locale: Locale, { reportedAt, kind }: EtaStep, today: string): string =>
  reportedAt
    ? formatDay(locale, localDate(reportedAt, "UTC"), today)
    : kind === "first"
      ? "first"
      : "earlier";

const pointOf = (locale: Locale, step: EtaStep, today: string): EtaPoint => ({
  label: step.kind === "arrived" ? "arrived" : reportedDay(locale, step, today),
  drift: step.drift,
  text: step.at ? formatDay(locale, dayOf(step.at), today) : "",
});

/** The chart of an ETA, whose script loads on demand. */
export function EtaDrawing({ steps }: { steps: readonly EtaStep[] }) {
  const locale = useLocale();
  const today = useTicking((now) => localDate(new Date(now), "UTC"));
  return (
    <div aria-hidden className="h-44">
      <EtaChart points={steps.map((step) => pointOf(locale, step, today))} />
    </div>
  );
}
