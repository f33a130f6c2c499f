import { z } from "zod";
import { say } from "@/scripts/up/progress";

/** The width of the longest name, `tracking-service`. */
const WIDTH = 16;
const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
const ERROR = z.object({ type: z.string(), message: z.string(), stack: z.string() });
const LOGGED = z.looseObject({ level: z.number(), msg: z.string(), err: ERROR.optional().catch(undefined) });
/** Members that the prefix or the terminal already shows, and the error, which has lines of its own. */
const OMITTED = new Set(["level", "msg", "err", "time", "pid", "name", "request"]);

/** A line of a program's log for a person: level, message and data without the time. Other lines stay as they are. */
export function readable(line: string): string {
  if (!line.startsWith("{")) return line;
  try {
    const logged = LOGGED.parse(JSON.parse(line));
    const data = Object.entries(logged).flatMap(([name, value]) => {
      if (OMITTED.has(name)) return [];
      return [`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`];
    });
    const text = [LEVELS[logged.level] ?? String(logged.level), logged.msg, ...data].join(" ");
    const { err } = logged;
    return err === undefined ? text : `${text}\n    ${err.type}: ${err.message}\n${err.stack}`;
  } catch {
    return line;
  }
}

/** Prints a line of a program's output after the program's name. */
export function showLine(program: string, line: string): void {
  say(`${program.padEnd(WIDTH)} | ${readable(line)}`);
}
