"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { noteRecent } from "@/components/search/recent-records";

/** The keyboard shortcuts of a shipment's page. Also records the shipment as recently opened for the palette. */
export function ShipmentKeys({
  id,
  number,
  note,
  back,
}: {
  id: string;
  number: string;
  note: string;
  /** The address of the list from which the page was opened. */
  back: string;
}) {
  const router = useRouter();
  useEffect(() => {
    noteRecent({ kind: "shipment", id, name: number, note, address: "" });
  }, [id, number, note]);
  useKeys({ "back-to-shipments": () => router.push(back) });
  return null;
}
