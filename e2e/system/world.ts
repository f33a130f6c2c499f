import { z } from "zod";
import { simCommand } from "@/tracking-service/commands/sim";
import { openStore } from "@/tracking-service/store/database";
import { requireSystem } from "./running-system";

const simulatedSchema = z.object({ applied: z.array(z.object({ events: z.array(z.string()) })) });

/** Runs `sim` commands in this process. Starting the program for each command takes over a second. */
async function simulateEach(commands: readonly string[][]): Promise<z.infer<typeof simulatedSchema>[]> {
  const store = openStore(requireSystem().trackingDatabaseUrl);
  try {
    const printed: string[] = [];
    for (const args of commands) printed.push(await simCommand(store, args));
    return printed.map((line) => simulatedSchema.parse(JSON.parse(line)));
  } finally {
    await store.close();
  }
}

async function simulate(...args: string[]): Promise<z.infer<typeof simulatedSchema>> {
  const [simulated = { applied: [] }] = await simulateEach([args]);
  return simulated;
}

/**
 * Simulates a terminal's report about a container to the tracking service. The service then sends its own delivery to
 * the dashboard.
 */
export async function reportAt(number: string, attributes: Record<string, unknown>): Promise<void> {
  await reportEach([[number, attributes]]);
}

/** Simulates a terminal's report about each of these containers, one after the other. */
export async function reportEach(reports: readonly [string, Record<string, unknown>][]): Promise<void> {
  await simulateEach(
    reports.map(([number, attributes]) => ["report", "--number", number, JSON.stringify(attributes)]),
  );
}

/**
 * Moves a container's journey on, as if it happened now, until its next milestone was reported. Delayed estimates come
 * before the arrival of a vessel. Throws when the journey has no more milestones.
 */
export async function moveToMilestone(number: string): Promise<void> {
  const isMilestone = (event: string) =>
    event.startsWith("container.transport.") && !event.includes("estimated");
  for (let events: string[] = []; !events.some(isMilestone); ) {
    const { applied } = await simulate("step", "--number", number);
    if (applied.length === 0) throw new Error(`Container ${number} has no more milestones.`);
    events = applied.flatMap((step) => step.events);
  }
}

/** Moves a container's journey on, as if it happened now, until this event was reported. */
export async function moveToEvent(number: string, event: string): Promise<void> {
  for (let events: string[] = []; !events.includes(event); ) {
    const { applied } = await simulate("step", "--number", number);
    if (applied.length === 0) throw new Error(`Container ${number} has no ${event}.`);
    events = applied.flatMap((step) => step.events);
  }
}
