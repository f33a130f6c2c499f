const COUNTRIES = new Intl.DisplayNames(["en-US"], { type: "region" });

/** The English name of a country, such as United States for US. Null without a code. */
export function countryName(code: string | null): string | null {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? null) : null;
}

const STATES = new Map(
  (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DC District of Columbia|" +
    "DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|" +
    "LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|" +
    "MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|" +
    "ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|" +
    "SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|" +
    "WV West Virginia|WI Wisconsin|WY Wyoming"
  )
    .split("|")
    .map((state) => [state.slice(0, 2), state.slice(3)] as const),
);

/** The name of a state of the United States. Null elsewhere: the live service names no others on maps. */
export const stateName = (abbreviation: string | null, countryCode: string | null): string | null =>
  (countryCode === "US" && abbreviation !== null && STATES.get(abbreviation)) || null;
