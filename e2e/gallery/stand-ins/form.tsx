import type { ComponentProps } from "react";
import { useRouter } from "./navigation";

/** `next/form`: a form whose fields become the parameters of an address. */
export default function Form({
  action,
  scroll,
  replace,
  prefetch,
  ...rest
}: ComponentProps<"form"> & {
  action: string;
  scroll?: boolean;
  replace?: boolean;
  prefetch?: boolean | null;
}) {
  const router = useRouter();
  return (
    <form
      {...rest}
      action={(form: FormData) => {
        const fields = [...form].flatMap(([name, value]) =>
          typeof value === "string" ? [[name, value]] : [],
        );
        router.push(`${action}?${new URLSearchParams(fields)}`);
      }}
    />
  );
}
