"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import type { EtaPoint } from "./eta-chart";

const EtaChart = dynamic(() => import("./eta-chart").then((module) => module.EtaChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

/** The chart of an ETA, whose script loads on demand. */
export function EtaDrawing({ points }: { points: readonly EtaPoint[] }) {
  return (
    <div aria-hidden className="h-44">
      <EtaChart points={points} />
    </div>
  );
}
