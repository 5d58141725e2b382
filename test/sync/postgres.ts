/** A PostgreSQL server of a test's own, where its programs are installed: in a folder that goes with it. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const INSTALLED = "/usr/lib/postgresql";

/** The folder of initdb and postgres, the newest first; undefined where there are none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(INSTALLED, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

type ServerUser = { uid: number; gid: number } | undefined;

/** initdb refuses to run as root. */
function ownerOfServer(): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const number = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
      return { uid: number("-u"), gid: number("-g") };
    } catch {}
  }
  throw new Error("no user is there whom a server could run as");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()));
    });
  });
}

/** A certificate authority, and a certificate of it for this machine. */
async function certify(folder: string): Promise<void> {
  const openssl = (args: string) => run("openssl", args.split(" "), { cwd: folder });
  const made = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
  await openssl(`req -x509 ${made} -keyout ca.key -out ca.crt -days 3650 -subj /CN=authority`);
  await openssl(`req ${made} -keyout server.key -out server.csr -subj /CN=hub`);
  writeFileSync(join(folder, "names.txt"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const issued = "-days 3650 -extfile names.txt -out server.crt";
  await openssl(`x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial ${issued}`);
}

/** Databases that nobody has started, and certificates. `keep`: where they are made once, and then copied from. */
async function makeCluster(bin: string, folder: string, as: ServerUser, keep?: string): Promise<void> {
  const made = keep === undefined ? undefined : join(keep, "postgres");
  if (made !== undefined && existsSync(made)) return void (await run("cp", ["-a", `${made}/.`, folder]));
  await certify(folder);
  chmodSync(folder, 0o755);
  for (const name of as === undefined ? [] : ["", "server.key", "server.crt"])
    chownSync(join(folder, name), as?.uid ?? 0, as?.gid ?? 0);
  chmodSync(join(folder, "server.key"), 0o600);
  const how = "-U postgres -A trust --no-sync --wal-segsize=1 -E UTF8 --locale=C.UTF-8";
  await run(join(bin, "initdb"), ["-D", join(folder, "data"), ...how.split(" ")], { ...as, cwd: folder });
  if (made === undefined) return;
  const copy = `${made}-${process.pid}`;
  await run("cp", ["-a", folder, copy]);
  // Whoever was faster has made the same.
  await rename(copy, made).catch(() => rm(copy, { recursive: true, force: true }));
}

export interface PostgresServer {
  port: number;
  /** Where its socket lies. */
  socket: string;
  /** The authority of its certificate. */
  ca: string;
  /** The address of a database for a login. */
  url(login: string, database?: string, options?: { host?: string; query?: string }): string;
  /** Makes a database of its own, owned by `hub_owner`. */
  database(name: string): Promise<void>;
  /** Asks as the server's own superuser. */
  sql(text: string, database?: string): Promise<string>;
  start(): Promise<void>;
  /** `immediate`: as if the machine lost power. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  remove(): Promise<void>;
}

export const PASSWORD = "not-a-s3cret";
/** Logins that are there: an owner of hubs, two agents, and one that nothing was granted to. */
export const LOGINS = ["hub_owner", "agent_a", "agent_b", "stranger"];

/** Runs a server until it is removed. It speaks TLS, too. `keep`: a folder that ends with the test run, for what all begin with. */
export async function startPostgres(keep?: string): Promise<PostgresServer> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error("no PostgreSQL is installed");
  // A socket's path may have 107 bytes.
  const folder = mkdtempSync(join(tmpdir().length < 50 ? tmpdir() : "/tmp", "tenet-pg-"));
  const data = join(folder, "data");
  const as = ownerOfServer();
  const port = await freePort();
  const start = async () => {
    const args = ["start", "-D", data, "-w", "-t", "30", "-l", join(folder, "log")];
    const child = spawn(join(bin, "pg_ctl"), args, { ...as, cwd: folder, stdio: "ignore" });
    const code = await new Promise((resolve) => child.on("close", resolve));
    if (code !== 0) throw new Error("the server does not start");
  };
  const stop = async (how = "fast") => {
    await run(join(bin, "pg_ctl"), ["stop", "-D", data, "-m", how, "-w"], { ...as, cwd: folder });
  };
  const sql = async (text: string, database = "postgres") => {
    const asked = `-h ${folder} -p ${port} -U postgres -d ${database} -v ON_ERROR_STOP=1 -qAtX -c`.split(" ");
    return (await run(join(bin, "psql"), [...asked, text], { maxBuffer: 2 ** 26 })).stdout.trim();
  };
  await makeCluster(bin, folder, as, keep);
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    "ssl = on",
    `ssl_cert_file = '${join(folder, "server.crt")}'`,
    `ssl_key_file = '${join(folder, "server.key")}'`,
    "fsync = off",
    "max_connections = 60",
    "min_wal_size = 2MB",
    "max_wal_size = 64MB",
  ];
  writeFileSync(join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
  const access = ["local all postgres trust", "local all all scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256"];
  writeFileSync(join(data, "pg_hba.conf"), `${access.join("\n")}\n`);
  await start();
  // Copied through the log of changes, as it is unless stated since version 15, a new database takes three times as long.
  const copied = (await sql("show server_version_num")) < "150000" ? "" : " strategy file_copy";
  const logins = LOGINS.map((name) => `create role ${name} login password '${PASSWORD}'`);
  await sql([...logins, "create role tenet_agent nologin", "grant tenet_agent to agent_a, agent_b"].join(";"));
  return {
    port,
    socket: folder,
    ca: join(folder, "ca.crt"),
    url: (login, database = "postgres", { host = "127.0.0.1", query = "" } = {}) =>
      `postgres://${login}:${PASSWORD}@${host}:${port}/${database}${query === "" ? "" : `?${query}`}`,
    database: async (name) => void (await sql(`create database ${name} owner hub_owner${copied}`)),
    sql,
    start,
    stop,
    remove: async () => {
      await stop("immediate").catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
