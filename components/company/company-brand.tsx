import { type Company, logoHref } from "@/lib/features/company/rules";

/** The company's logo and name. Renders nothing while neither is set. */
export function CompanyBrand({ company: { name, logoVersion } }: { company: Company }) {
  if (name === "" && logoVersion === null) return null;
  return (
    <p data-company className="mb-2.5 flex min-w-0 items-center gap-2.5">
      {logoVersion && (
        // biome-ignore lint/performance/noImgElement: the logo has its final size, and images are not optimized
        <img
          src={logoHref(logoVersion)}
          alt={name === "" ? "Company logo" : ""}
          className="h-10 max-w-40 rounded-field bg-white object-contain"
        />
      )}
      {name !== "" && (
        <span className="min-w-0 font-[600] wrap-anywhere" dir="auto">
          {name}
        </span>
      )}
    </p>
  );
}
