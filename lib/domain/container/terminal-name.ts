const SHORT_NAMES: readonly [RegExp, string][] = [
  [/^APM Terminals\b(?=.)/, "APM"],
  [/^Norfolk Southern\b(?=.)/, "NS"],
  [/^Union Pacific\b(?=.)/, "UP"],
  [/\bLogistics Park\b(?=.)/, "LP"],
  [/\s+Off-Dock Yard$/, " Off-Dock"],
  [/\s+Container Terminals?$/, " CT"],
  [/(?<=\S{3}.*)\s+Terminals?$/, ""],
  [/(?<=\S{2}.*)\s+(Terminal Services|Services?|Hub|Intermodal)$/, ""],
  [/\bInternational\b/, "Intl"],
  [/\s+Intermodal Facility$/, ""],
];

/** A terminal's name without the words that most of them have: "Port Newark CT". */
export const shortTerminalName = (name: string): string =>
  SHORT_NAMES.reduce((shorter, [long, short]) => shorter.replace(long, short), name);
