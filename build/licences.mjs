/** The licences and notices of everything that lies in dist/, for THIRD-PARTY.txt beside it. */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const house = fileURLToPath(new URL("..", import.meta.url));
const own = join(house, "build", "licences");

/** Packages in dist/ that no bundled file tells of: a binding. */
const UNTOLD = ["@photostructure/sqlite"];

const LICENCE = /^(licen[sc]e|notice|copying|third.?party)/i;
const RULE = `\n${"=".repeat(80)}\n`;

const folderOf = (input) => /^(.*\bnode_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(resolve(house, input))?.[1];

/** Names of files and, in a folder of licences, of what it holds. */
async function licenceFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const named = entries.filter(({ name }) => LICENCE.test(name) && !name.endsWith(".html"));
  const names = named.map(async (entry) =>
    entry.isDirectory() ? (await readdir(join(folder, entry.name))).map((file) => join(entry.name, file)) : entry.name,
  );
  return (await Promise.all(names)).flat();
}

/** What a package says of its licence. Some publish no file of it: then it lies in build/licences/. */
async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const paths = (await licenceFiles(folder)).map((file) => join(folder, file));
  if (paths.length === 0) paths.push(join(own, `${name.replace(/^@/, "").replace(/\W.*/, "")}.txt`));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return [`${name} ${version}: ${license}`, texts.map((text) => text.trim()).join("\n\n")];
}

/** The text for everything that a build took in, each licence once. `inputs`: the files that were bundled. */
export async function licencesOf(inputs) {
  const folders = new Set(inputs.map(folderOf).filter((folder) => folder !== undefined));
  for (const name of UNTOLD) folders.add(join(house, "node_modules", name));
  const told = new Map();
  for (const [name, text] of (await Promise.all([...folders].map(licenceOf))).sort()) {
    told.set(text, new Set([...(told.get(text) ?? []), name]));
  }
  const parts = Array.from(told, ([text, names]) => `${[...names].join("\n")}\n\n${text}\n`);
  return `What tenet is built of, and under which licences.\n${RULE}${parts.join(RULE)}`;
}
