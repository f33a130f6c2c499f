import type { Browser, Page } from "playwright";
import { z } from "zod";
import { say } from "@/scripts/up/progress";

const TOP_FUNCTIONS = 8;
/** Kinds of work on a page's main thread, by the names of trace events. The first match counts. */
const KINDS: readonly [kind: string, names: RegExp][] = [
  ["compiling script", /^v8\.(compile|parse|produceCache)|CompileCode|^V8\.Compile/],
  ["garbage collection", /GC/],
  ["script", /^(FunctionCall|EvaluateScript|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame|v8\.)/],
  ["style", /Style|^UpdateLayoutTree$/],
  ["layout", /^Layout$|LayoutShift|IntersectionObserver/],
  ["paint", /Paint|Layer|^Commit$/],
  ["parsing HTML", /ParseHTML/],
];

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().default(0),
  id: z.string().optional(),
  args: z.record(z.string(), z.unknown()).default({}),
});
type TraceEvent = z.infer<typeof eventSchema>;

const chunkSchema = z.object({
  cpuProfile: z
    .object({
      nodes: z
        .array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) }))
        .default([]),
      samples: z.array(z.number()).default([]),
    })
    .default({ nodes: [], samples: [] }),
  timeDeltas: z.array(z.number()).default([]),
});

const kindOf = (name: string): string => KINDS.find(([, names]) => names.test(name))?.[0] ?? "other";

function add(sums: Map<string, number>, key: string, microseconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + microseconds);
}

/** Time of each kind of work on the main threads of pages, without the events inside an event, in microseconds. */
function timeByKind(events: readonly TraceEvent[]): Map<string, number> {
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const sums = new Map<string, number>();
  for (const thread of mainThreads) {
    const own = events
      .filter(({ ph, pid, tid }) => ph === "X" && `${pid} ${tid}` === thread)
      .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
    const around: { kind: string; end: number }[] = [];
    for (const { name, ts, dur } of own) {
      while (around.length > 0 && (around.at(-1)?.end ?? 0) <= ts) around.pop();
      const parent = around.at(-1);
      // Tasks and other wrappers count as what they contain.
      const found = kindOf(name);
      const kind = found === "other" && parent ? parent.kind : found;
      if (parent) add(sums, parent.kind, -dur);
      add(sums, kind, dur);
      around.push({ kind, end: ts + dur });
    }
  }
  return sums;
}

/** Time in each function of the pages' script without the functions that it calls, in microseconds. */
function timeByFunction(events: readonly TraceEvent[]): Map<string, number> {
  const names = new Map<string, string>();
  const sums = new Map<string, number>();
  for (const { name, pid, id, args } of events) {
    if (name !== "ProfileChunk") continue;
    const { cpuProfile, timeDeltas } = chunkSchema.parse(args.data);
    const profile = `${pid} ${id}`;
    for (const node of cpuProfile.nodes)
      names.set(`${profile} ${node.id}`, node.callFrame.functionName || "(anonymous)");
    cpuProfile.samples.forEach((node, at) => {
      add(sums, names.get(`${profile} ${node}`) ?? "(unknown)", timeDeltas[at] ?? 0);
    });
  }
  for (const idle of ["(idle)", "(root)"]) sums.delete(idle);
  return sums;
}

const perInput = (sums: Map<string, number>, inputs: number, most: number): string =>
  [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, microseconds]) => `${name} ${(microseconds / 1000 / inputs).toFixed(1)}`)
    .join(" · ");

/**
 * Traces what the browser does during `work`, which returns the number of inputs, loads or frames. Prints the milliseconds
 * that each took on the main thread of the page, by kind of work and by function. Tracing slows the page, so nothing is timed
 * in the same run.
 */
export async function printProfile(
  browser: Browser,
  page: Page | undefined,
  title: string,
  work: () => Promise<number>,
): Promise<void> {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "v8", "blink", "disabled-by-default-v8.cpu_profiler", "__metadata"],
  });
  const inputs = await work();
  const trace = z
    .object({ traceEvents: z.array(z.unknown()) })
    .parse(JSON.parse((await browser.stopTracing()).toString("utf8")));
  const events = trace.traceEvents.flatMap((event) => eventSchema.safeParse(event).data ?? []);
  say(`${title}, ms each of ${inputs}`);
  say(`  kinds of work: ${perInput(timeByKind(events), inputs, KINDS.length + 1)}`);
  say(`  functions: ${perInput(timeByFunction(events), inputs, TOP_FUNCTIONS)}`);
}
