/** An agent at the other end of the Model Context Protocol: a real client, one tool after the other. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * Starts the server as a host would and calls its tools in order. Answers what each said, as text.
 * @param {{ binary: string, folder: string, environment: Record<string, string> }} stage
 * @param {readonly [string, object][]} calls
 */
export async function callTools({ binary, folder, environment }, calls) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, "mcp"],
    cwd: folder,
    env: environment,
    stderr: "inherit",
  });
  const client = new Client({ name: "demo", version: "1.0.0" });
  await client.connect(transport);
  try {
    const answers = [];
    for (const [name, given] of calls) {
      const answer = await client.callTool({ name, arguments: given });
      const text = answer.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      if (answer.isError) throw new Error(`${name} failed: ${text}`);
      answers.push(text);
    }
    return answers;
  } finally {
    await client.close();
  }
}
