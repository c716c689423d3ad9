/**
 * Lets React change a page that the browser translates. A translation replaces texts by its own elements.
 * React then removes a text that is no longer there, or inserts something before it, and the error would
 * remove the whole page (github.com/facebook/react, issue 11538).
 */
export function allowTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
}
