/**
 * Translates the texts of a page as browsers do, and each text that is changed later: a `font` element takes the place of
 * the text node. `joined`: one element takes the place of neighboring text nodes, as in a sentence with a number. Runs in the
 * page. Translated texts begin with "[es] ". Returns a function that ends it.
 */
export function translatePage({ joined }: { joined: boolean }): () => void {
  const isTranslated = (node: Node) =>
    node.parentElement?.closest("font, script, style, textarea, [translate=no]");
  const replacementOf = (text: string) => {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `[es] ${text}`;
    outer.append(inner);
    return outer;
  };
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text && !isTranslated(walker.currentNode))
        found.push(walker.currentNode);
    for (const text of found) {
      if (!text.isConnected || text.data.trim() === "") continue;
      const others: Text[] = [];
      for (let next = text.nextSibling; joined && next instanceof Text; next = next.nextSibling)
        others.push(next);
      text.replaceWith(replacementOf([text, ...others].map(({ data }) => data).join("")));
      for (const other of others) other.remove();
    }
  };
  document.documentElement.classList.add("translated-ltr");
  translate(document.body);
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "characterData" ? [target] : addedNodes)
        if (node.isConnected && node.nodeName !== "FONT") translate(node.parentNode ?? node);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
