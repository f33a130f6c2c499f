/** An error of the embedded PostgreSQL; the message states the remedy. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
}

interface Known {
  sign: RegExp;
  advice: (place: string) => string;
}

const KNOWN: Known[] = [
  {
    sign: /No space left on device|Disk quota exceeded/i,
    advice: (place) => `the disk that holds ${place} is full. Free some space there and start again.`,
  },
  {
    sign: /Read-only file system/i,
    advice: (place) => `${place} is on a read-only disk. Set DATA_DIR to a folder that can be written.`,
  },
  {
    sign: /database files are incompatible with server/i,
    advice: (place) =>
      `the data in ${place} were written by another version of PostgreSQL. ` +
      "Start the version of Drayboard that wrote them, or set DATABASE_URL to a server that has them.",
  },
  {
    sign: /could not (create|map|resize|attach to) .*shared memory|could not create semaphores/i,
    advice: () =>
      "the system gives it too little shared memory. Raise it (for a container: --shm-size=256m).",
  },
  {
    sign: /error while loading shared libraries|Library not loaded|GLIBC_|not found \(required by/i,
    advice: () =>
      "its binaries do not fit this system's libraries. Set DATABASE_URL to a PostgreSQL server of your own.",
  },
  {
    sign: /Permission denied/i,
    advice: (place) =>
      `it may not use ${place}. Start as the user who made that folder, or set DATA_DIR to another one.`,
  },
  {
    sign: /PANIC:|invalid checkpoint record|could not locate a valid checkpoint/i,
    advice: (place) =>
      `its data in ${place} are damaged. Put back a copy, or move that folder away to begin with empty data.`,
  },
];

/** The remedy for a start that failed with this output; null if the output is not recognized. */
function findAdvice(output: string, place: string): string | null {
  return KNOWN.find(({ sign }) => sign.test(output))?.advice(place) ?? null;
}

/** The error of a failed start: the remedy if known, and the last lines PostgreSQL wrote. */
export function startFailure(output: string, place: string, logFile: string): ClusterError {
  const tail = output.trim().split("\n").slice(-8).join("\n");
  const advice = findAdvice(output, place) ?? `its own words are below and in ${logFile}.`;
  return new ClusterError(`PostgreSQL did not start: ${advice}${tail === "" ? "" : `\n${tail}`}`);
}
