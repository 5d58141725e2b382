/** Whether a listed person's commit brought a record as it is, or an approval of it. */
import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { answerOf } from "../store/git/git.js";
import { OID } from "../store/git/git-commits.js";
import { blobsOf } from "../store/git/git-snapshot.js";
import { changesIn } from "../store/git/record-history.js";
import { parseRecordFile } from "../store/records/record-parse.js";
import { Decisions } from "../trust/decisions.js";
import { backingOf } from "./person-behind.js";

/** What was committed by somebody else does not count; what no commit has yet is taken at its word. */
export async function isBroughtByPerson(
  ctx: Pick<Context, "workspace" | "profile">,
  entry: Entry,
  file: string,
): Promise<boolean> {
  const { workspace: ws, profile } = ctx;
  const [agent = "main"] = ownAgents(profile);
  const backingIn = (text: string): string | undefined => {
    const found = parseRecordFile(text, file, { agent }).records.find((record) => record.entry.id === entry.id);
    return found && backingOf(found.entry);
  };
  const wanted = backingOf(entry);
  const asked = ["--literal-pathspecs", "rev-list", "--full-history", "--end-of-options", "HEAD", "--", file];
  const listed = await answerOf(ws.root, asked);
  if (listed === undefined) return false;
  const brought: string[] = [];
  const commits = listed.split("\n").filter((one) => OID.test(one));
  for await (const { commit, file: changed, before, after } of changesIn(ws, commits)) {
    if (changed !== file) continue;
    const [was, is] = [before, after]
      .map((bodies) => bodies.get(entry.id))
      .map((body) => body && backingIn(fenced(body)));
    if (is === wanted && was !== wanted) brought.push(commit);
  }
  if (brought.length > 0) {
    const proofs = await (await Decisions.at(ctx)).ofAll(brought);
    return brought.some((commit) => proofs.get(commit)?.state !== "unproven");
  }
  const [atHead] = await blobsOf(ws.root, [`HEAD:./${file}`]);
  const known = atHead && backingIn(atHead.toString("utf8"));
  return known === undefined || known === wanted;
}

/** A fence longer than any that a record holds. */
const FENCE = "`".repeat(40);
const fenced = (body: string): string => `${FENCE}yaml\n${body}\n${FENCE}\n`;
