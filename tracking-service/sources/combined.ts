import type { Loop } from "@/lib/platform/queue/loop";
import type { Source } from "./source";

function together(loops: Loop[]): Loop {
  return {
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Combines several sources. Requests to a carrier use the first source that supports it. All sources report. */
export function combined(first: Source, ...more: Source[]): Source {
  const sources = [first, ...more];
  const asking = (scac: string) => sources.find((source) => source.supports(scac)) ?? first;
  return {
    name: sources.map(({ name }) => name).join("+"),
    listCatalogue: () => {
      const records = sources.flatMap((source) => source.listCatalogue());
      return [...new Map(records.reverse().map((record) => [record.id, record])).values()].reverse();
    },
    supports: (scac) => sources.some((source) => source.supports(scac)),
    guessLines: (number) => {
      const guesses = sources.flatMap((source) => source.guessLines(number));
      guesses.sort((a, b) => b.confidence - a.confidence);
      return guesses.filter(({ scac }, place) => guesses.findIndex((guess) => guess.scac === scac) === place);
    },
    responseDelayMs: (requestId) => Math.max(...sources.map((source) => source.responseDelayMs(requestId))),
    lookUp: (inquiry, now) => asking(inquiry.scac).lookUp(inquiry, now),
    ask: async (db, containerId, now) => {
      let newest = null;
      for (const source of sources) newest = (await source.ask(db, containerId, now)) ?? newest;
      return newest;
    },
    route: async (reader, containerId, now) => {
      for (const source of sources) {
        const legs = await source.route(reader, containerId, now);
        if (legs.length > 0) return legs;
      }
      return [];
    },
    seaWay: (from, to) => {
      for (const source of sources) {
        const way = source.seaWay(from, to);
        if (way) return way;
      }
      return null;
    },
    start: (context) => together(sources.map((source) => source.start(context))),
  };
}
