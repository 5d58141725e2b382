/**
 * The package as its users get it: npm run try-package. Packs tenet for this machine, installs it into an empty prefix
 * with an empty home and an empty npm cache, install scripts allowed and no way out but to the registry, and then does
 * with it what a newcomer does in the first five minutes.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What an installed tenet may take, with all it brings. */
const MOST_MB = 300;
/** How long one command may take. */
const LIMIT_MS = 60_000;

const house = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const started = Date.now();
const say = (text) => console.log(`${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s  ${text}`);

/** A proxy that connects to one host only, and remembers who else was asked for. */
async function onlyWay(host) {
  const refused = new Set();
  let connections = 0;
  const server = createServer((_, answer) => answer.writeHead(403).end());
  server.on("connect", ({ url }, client) => {
    client.on("error", () => client.destroy());
    if (url !== host) {
      refused.add(url);
      return client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    }
    connections++;
    const [name, port] = url.split(":");
    const there = connect(Number(port), name, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      there.pipe(client).pipe(there);
    });
    there.on("error", () => client.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  return { address, refused, connections: () => connections, close: () => server.close() };
}

/** Sums up the files of a folder and collects the packages in it. */
async function survey(folder, found = { bytes: 0, packages: [] }) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await survey(path, found);
    else if (entry.isFile()) found.bytes += (await stat(path)).size;
    if (entry.name === "package.json") {
      const { name, version, scripts = {} } = JSON.parse(await readFile(path, "utf8"));
      if (version !== undefined) found.packages.push({ name, scripts });
    }
  }
  return found;
}

const work = await mkdtemp(join(tmpdir(), "tenet-try-"));
const [prefix, home, project] = ["prefix", "home", "project"].map((name) => join(work, name));
const bin = process.platform === "win32" ? prefix : join(prefix, "bin");
// Nothing of the one who runs this, and nothing that `npm run` set.
const kept = Object.entries(process.env).filter(([name]) => !/^(npm|node_env|tenet|xdg|claude|git)_/i.test(name));
const env = {
  ...Object.fromEntries(kept),
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  HOME: home,
  USERPROFILE: home,
  NO_COLOR: "1",
  CI: "1",
};

const npm = (args, more = {}) =>
  run("npm", args, { cwd: home, env: { ...env, ...more }, shell: process.platform === "win32", maxBuffer: 2 ** 26 });

async function tenet(args, input = "") {
  const running = run("tenet", args, { cwd: project, env, timeout: LIMIT_MS, shell: process.platform === "win32" });
  running.child.stdin.end(input);
  const { stdout } = await running.catch((failed) => {
    throw new Error(`tenet ${args.join(" ")}: ${failed.stdout}${failed.stderr}`);
  });
  return stdout;
}

/** A setting of npm as it is for whoever runs this. */
async function npmSetting(name) {
  const { stdout } = await run("npm", ["config", "get", name], { shell: process.platform === "win32" });
  return /^(?:null|undefined)?$/.test(stdout.trim()) ? undefined : stdout.trim();
}

async function install(tarball) {
  // How the registry is reached (its address, certificates, who asks) is the machine's affair; all else is as on a new one.
  const settings = {
    npm_config_userconfig: await npmSetting("userconfig"),
    npm_config_globalconfig: await npmSetting("globalconfig"),
    npm_config_prefix: prefix,
    npm_config_cache: join(work, "cache"),
    npm_config_ignore_scripts: "false",
  };
  const registry = new URL(await npmSetting("registry"));
  const proxies = [env.HTTPS_PROXY, env.https_proxy, await npmSetting("https-proxy"), await npmSetting("proxy")];
  const isBehindProxy = registry.protocol !== "https:" || proxies.some((proxy) => (proxy ?? "") !== "");
  const way = isBehindProxy ? undefined : await onlyWay(`${registry.hostname}:${registry.port || 443}`);
  if (way === undefined) say("there is a proxy already, or no https: which hosts npm asks is not looked at");
  else for (const name of ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"]) settings[name] = way.address;
  try {
    await npm(["install", "--global", "--foreground-scripts", tarball], settings);
    if (way === undefined) return settings;
    assert.deepEqual([...way.refused], [], "npm, or a script, asked other hosts than the registry");
    assert.ok(way.connections() > 0, "npm went another way to the registry");
    say(`${registry.hostname} was asked, and no other host`);
  } finally {
    way?.close();
  }
  return settings;
}

/** Speaks with `tenet mcp` until it has answered `requests`. */
async function mcp(requests) {
  const server = spawn("tenet", ["mcp"], { cwd: project, env, timeout: LIMIT_MS, shell: process.platform === "win32" });
  for (const [id, [method, params]] of requests.entries()) {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  }
  const answers = [];
  for await (const line of createInterface({ input: server.stdout })) {
    answers.push(JSON.parse(line));
    if (answers.length === requests.length) server.stdin.end();
  }
  return answers;
}

async function fiveMinutes() {
  await run("git", ["init", "--quiet"], { cwd: project, env });
  await writeFile(join(project, "CLAUDE.md"), "# Rules\n\n- Keep functions short.\n");
  await tenet(["init", "--owner", "sybil"]);
  await tenet(["correct", "Use pnpm, never npm"]);
  await tenet(["learn", "Deploys are frozen on Fridays", "--because", "the calendar", "--risk", "high: an outage"]);
  // The question shares no word with what was learned.
  const { data } = JSON.parse(await tenet(["recall", "no releases before the weekend", "--json"]));
  assert.equal(data.mode, "hybrid", "the model does not load");
  assert.match(data.results[0]?.text ?? "", /Fridays/, "meaning finds nothing");
  say("init, correct, learn; recall finds it by meaning alone");
  assert.match(await tenet(["context"]), /Use pnpm, never npm/);
  assert.match(await tenet(["hooks", "install", "claude-code"]), /tenet hook/);
  const start = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s1", cwd: project, source: "startup" });
  assert.match(await tenet(["hook", "session-start", "--host", "claude-code"], start), /Use pnpm, never npm/);
  say("the context and the hook of a session's start hold what was taught");
  const about = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "try", version: "1" } };
  const [hello, tools] = await mcp([
    ["initialize", about],
    ["tools/list", {}],
  ]);
  assert.equal(hello.result.serverInfo.name, "tenet");
  assert.ok(tools.result.tools.length > 0);
  say(`mcp answers with ${tools.result.tools.length} tools`);
}

try {
  for (const folder of [prefix, home, project]) await mkdir(folder);
  const packed = await run(process.execPath, [join(house, "build", "pack.mjs"), "--to", work]);
  const tarball = packed.stdout.trim();
  say(`packed, ${((await stat(tarball)).size / 1e6).toFixed(0)} MB`);
  const settings = await install(tarball);
  const { bytes, packages } = await survey(prefix);
  const size = Math.ceil(bytes / 2 ** 20);
  const scripts = packages.flatMap((one) =>
    ["preinstall", "install", "postinstall"].filter((name) => name in one.scripts).map((name) => `${one.name} ${name}`),
  );
  say(`installed: ${packages.map(({ name }) => name).join(", ")}; ${size} MB`);
  assert.deepEqual(scripts, [], "a package brings install scripts");
  assert.ok(size <= MOST_MB, `more than ${MOST_MB} MB`);
  await fiveMinutes();
  await npm(["uninstall", "--global", "tenet"], settings);
  const left = (await survey(prefix)).packages.map(({ name }) => name);
  assert.deepEqual(left, [], "uninstalling leaves packages behind");
  say("uninstalled, nothing left");
} finally {
  await rm(work, { recursive: true, force: true });
}
