// Loaded first by each Node process of a run at a moment: a program that is started with an environment of its own, as
// PostgreSQL is, has the clock of the run as well.
import child from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const CLOCK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === "LD_PRELOAD" || name.startsWith("FAKETIME")),
);
const { spawn } = child;

child.spawn = (file, args, options) =>
  Array.isArray(args) && options?.env
    ? spawn(file, args, { ...options, env: { ...options.env, ...CLOCK } })
    : spawn(file, args, options);
syncBuiltinESMExports();
