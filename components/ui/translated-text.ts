/**
 * Browsers that translate a page put `font` elements in the place of text nodes. React keeps the text nodes: a later change
 * of one would not be seen, and its removal would throw an error that ends the page. Here the original text nodes return to
 * their place before React changes them; the browser then translates the new text.
 */

const isReplacement = (node: Node | null): node is Element => node?.nodeName === "FONT";

/**
 * Keeps React's text nodes usable on a translated page (docs/decisions/0071). Returns a function that ends it.
 */
export function keepTranslatedText(root: Node): () => void {
  /** The element that replaced a text node, and the text nodes that an element replaced, in their order. */
  const replacements = new WeakMap<Node, Element>();
  const originals = new WeakMap<Element, Text[]>();
  /** Text nodes that React removed: they do not return. */
  const removed = new WeakSet<Node>();
  const { removeChild, insertBefore } = Node.prototype;

  /** Puts the original text nodes back in the place of the element that replaced them. */
  function restore(node: Node): void {
    const replacement = replacements.get(node);
    const place = replacement?.parentNode;
    if (!replacement || !place) return;
    for (const text of originals.get(replacement) ?? []) {
      replacements.delete(text);
      if (!removed.has(text)) insertBefore.call(place, text, replacement);
    }
    originals.delete(replacement);
    removeChild.call(place, replacement);
  }

  function note({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
    const replacement = [...addedNodes, previousSibling, nextSibling].find(isReplacement);
    if (!replacement) return;
    for (const node of removedNodes) {
      if (!(node instanceof Text) || node.isConnected || removed.has(node)) continue;
      replacements.set(node, replacement);
      originals.set(replacement, [...(originals.get(replacement) ?? []), node]);
      // A change of the text that is not on the page any more.
      observer.observe(node, { characterData: true });
    }
  }

  function noteAll(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (record.type === "characterData") restore(record.target);
      else if (record.removedNodes.length > 0) note(record);
    }
  }

  const observer = new MutationObserver(noteAll);
  observer.observe(root, { childList: true, subtree: true });
  const restoreNow = (node: Node): void => {
    noteAll(observer.takeRecords());
    restore(node);
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child instanceof Text) {
      if (child.parentNode !== this) restoreNow(child);
      removed.add(child);
    }
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    for (const each of [node, next]) if (each instanceof Text && !each.isConnected) restoreNow(each);
    if (node instanceof Text) removed.delete(node);
    return insertBefore.call(this, node, next) as T;
  };
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}
