/** One series of a scrape: its name without labels, its labels and its value. */
export type Series = { name: string; labels: Readonly<Record<string, string>>; value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/y;

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = "", value = ""] = LABEL.exec(text) ?? [];
    if (name === "") throw new Error(`Not labels: ${text}`);
    labels[name] = value.replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign));
  }
  return labels;
}

const numberOf = (text: string) => (/^[+-]?Inf$/.test(text) ? Number(`${text}inity`) : Number(text));

/** Parses Prometheus's text format. Throws at the first line that is not of it. */
export function readMetrics(text: string): Series[] {
  return text.split("\n").flatMap((line) => {
    if (line === "" || /^# (?:HELP|TYPE) /.test(line)) return [];
    const [, name = "", labels = "", value = ""] = LINE.exec(line) ?? [];
    if (name === "" || (Number.isNaN(numberOf(value)) && !/^nan$/i.test(value)))
      throw new Error(`No series: ${line}`);
    return { name, labels: labelsOf(labels), value: numberOf(value) };
  });
}
