/** Markdown as a parser of its own reads it. */
import * as prettier from "prettier";

export interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

interface Parsing {
  __debug: { parse(text: string, options: { parser: string }): Promise<{ ast: Node }> };
}

/** Every node of it. */
export async function nodesOf(markdown: string): Promise<Node[]> {
  const { ast } = await (prettier as unknown as Parsing).__debug.parse(markdown, { parser: "markdown" });
  const flat = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(flat)];
  return flat(ast);
}
