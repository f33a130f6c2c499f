import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { PageTop } from "@/components/shell/page-header";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { HelpBlock, HelpInline } from "@/lib/features/help/rules";

/** The parts of a text. They never change, so their positions identify them. */
const parts = <Part,>(all: readonly Part[], render: (part: Part) => ReactNode): ReactNode =>
  all.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the guide never changes while it is shown
    <Fragment key={at}>{render(part)}</Fragment>
  ));

function Text({ content }: { content: readonly HelpInline[] }) {
  return parts(content, (part) => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "code":
        return (
          <kbd className="rounded-tag border border-line bg-raised px-1 font-mono text-small">
            {part.text}
          </kbd>
        );
      case "strong":
        return (
          <strong className="font-[600]">
            <Text content={part.content} />
          </strong>
        );
      case "emphasis":
        return (
          <em>
            <Text content={part.content} />
          </em>
        );
      case "link":
        return (
          <Link href={part.href} prefetch={false} className="text-accent underline">
            <Text content={part.content} />
          </Link>
        );
    }
  });
}

/** The items of a list, whose paragraphs need no space between them. */
function Items({ items }: { items: readonly HelpBlock[][] }) {
  return parts(items, (blocks) => (
    <li>
      {parts(blocks, (each) =>
        each.kind === "paragraph" ? <Text content={each.content} /> : <Block block={each} />,
      )}
    </li>
  ));
}

function Block({ block }: { block: HelpBlock }) {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level <= 2 ? "h2" : "h3";
      return (
        <Heading id={block.id} className="mt-5 scroll-mt-16 text-lead font-[600] first:mt-0">
          {block.text}
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Text content={block.content} />
        </p>
      );
    case "code":
      return (
        <pre className="overflow-x-auto rounded-field border border-line bg-raised p-2.5 font-mono text-small">
          {block.text}
        </pre>
      );
    case "list":
      return block.ordered ? (
        <ol className="list-decimal space-y-1 pl-5">
          <Items items={block.items} />
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-5">
          <Items items={block.items} />
        </ul>
      );
    case "table":
      return (
        <Table
          bare
          label={block.heads
            .map((head) => head.map((part) => ("text" in part ? part.text : "")).join(""))
            .join(", ")}
          heads={parts(block.heads, (head) => (
            <Head>
              <Text content={head} />
            </Head>
          ))}
        >
          {parts(block.rows, (cells) => (
            <Row>
              {parts(cells, (cell) => (
                <Cell>
                  <Text content={cell} />
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      );
  }
}

/** The guide for users, with its contents at the side. Its first heading is the title of the page. */
export function HelpView({ blocks }: { blocks: readonly HelpBlock[] }) {
  const [first, ...rest] = blocks;
  const title = first?.kind === "heading" && first.level === 1 ? first.text : "Help";
  const shown = title === "Help" ? blocks : rest;
  const sections = shown.flatMap((block) => (block.kind === "heading" && block.level === 2 ? block : []));
  return (
    <>
      <PageTop title={title} track={false} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 md:grid-cols-[180px_minmax(0,1fr)]">
        <nav aria-label="Contents" className="md:sticky md:top-3.5">
          <ul className="flex flex-wrap gap-x-3 gap-y-0.5 md:flex-col">
            {sections.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink hover:underline"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="flex max-w-[78ch] min-w-0 flex-col gap-2.5">
          {parts(shown, (block) => (
            <Block block={block} />
          ))}
        </article>
      </div>
    </>
  );
}
