/** A node of the tree that Vite's parser makes of a source file. */
export type Node = Readonly<{ type: string; start: number; end: number }> & Readonly<Record<string, unknown>>

/** Returns the text of a node in its source file. */
export function textOf(node: Node, source: string): string {
  return source.slice(node.start, node.end)
}

/** Returns the node in a property of a node. The type of the node says which properties it has. */
export function childIn(node: Node, property: string): Node {
  return node[property] as Node
}

/** Returns the nodes within a node, in the order of its properties. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)
}
