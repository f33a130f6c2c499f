import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { addressParams } from "@/lib/features/board/queries/filter-sql";
import { readDayPlan } from "@/lib/features/moves/queries/day-plan";
import { readPlanAddress } from "@/lib/features/moves/rules/plan-address";
import { db } from "@/lib/platform/database/client";
import type { Address } from "@/lib/platform/database/storable-id";

/** Reads the plan of an address. Without a day it is today in the user's zone, or in UTC while that is unknown. */
export async function readPlanPage(address: Address) {
  const session = await requirePageSession("dashboard");
  const { query, problems } = readPlanAddress(addressParams(address));
  const { zone, locale } = await readUserPreferences(session.userId);
  const now = new Date();
  const plan = await readDayPlan(db(), query.day ?? localDate(now, knownZone(zone)), query);
  return { plan, query, problems, locale, now };
}
