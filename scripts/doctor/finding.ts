/** The result of one check. `advice` is what to do. */
export type Finding = {
  level: "ok" | "warning" | "problem";
  name: string;
  text: string;
  advice?: string;
};

export const ok = (name: string, text: string): Finding => ({ level: "ok", name, text });
export const warning = (name: string, text: string, advice: string): Finding => ({
  level: "warning",
  name,
  text,
  advice,
});
export const problem = (name: string, text: string, advice: string): Finding => ({
  level: "problem",
  name,
  text,
  advice,
});

const LEVEL_WIDTH = 9;
const NAME_WIDTH = 18;
const MIN_SECRET_LENGTH = 6;

/** A finding as lines of the terminal. */
export function formatFinding({ level, name, text, advice }: Finding): string {
  const line = `${level.padEnd(LEVEL_WIDTH)}${name.padEnd(NAME_WIDTH)}${text}`;
  return advice === undefined ? line : `${line}\n${" ".repeat(LEVEL_WIDTH + NAME_WIDTH)}${advice}`;
}

/** A text with every secret replaced. An error of a driver or of the service may repeat what it was given. */
export function withoutSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  let clean = text.replace(/(\/\/[^\s:/@]*:)[^\s@/]+(?=@)/g, "$1[hidden]");
  for (const secret of secrets)
    if (secret && secret.length >= MIN_SECRET_LENGTH) clean = clean.replaceAll(secret, "[hidden]");
  return clean;
}
