/** How a hub's server is spoken to, from its address. Whatever is not this machine is spoken to over TLS that proves it. */
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import { wrongUsage } from "../../errors.js";
import { hubTls } from "./hub-failure.js";

/** Paths of key and certificate files; they are read on connecting. */
export interface ServerTls {
  /** Whether the certificate must be proven to be the server's. */
  verified: boolean;
  rootcert?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

export interface ServerAddress {
  host: string;
  port: number;
  database: string | undefined;
  user: string | undefined;
  password: string | undefined;
  options: string | undefined;
  tls: ServerTls | undefined;
  /** Host and database, as printed. */
  name: string;
}

const PLAIN = /^(?:disable|allow|prefer|no-verify)$/;
const MODES = /^(?:disable|allow|prefer|no-verify|require|verify-ca|verify-full)$/;

/** A socket, or an address that no other machine can have. */
export function isThisMachine(host: string): boolean {
  return (
    host.startsWith("/") || host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
  );
}

/** Throws `usage` for a malformed address, `hub-tls` for a remote one without verified TLS. Never quotes the address. */
export function serverAddress(url: string): ServerAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(parsed.protocol)) throw noAddress();
  const query = parsed.searchParams;
  const parameter = (name: string) => query.get(name) || undefined;
  const host = (decoded(parsed.hostname) || parameter("host") || "localhost").replace(/^\[(.*)\]$/, "$1");
  const port = Number(parsed.port || parameter("port") || 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw noAddress();
  const database = decoded(parsed.pathname.slice(1)) || parameter("dbname");
  const shownPort = port === 5432 ? "" : `:${port}`;
  return {
    host,
    port,
    database,
    user: decoded(parsed.username) || parameter("user"),
    password: decoded(parsed.password) || parameter("password"),
    options: parameter("options"),
    tls: tlsOf(host, parameter),
    name: `${host}${shownPort}${database === undefined ? "" : `/${database}`}`,
  };
}

const noAddress = () =>
  wrongUsage("The hub's address is no address of a PostgreSQL server", "Such as postgres://NAME@HOST/DATABASE");

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw noAddress();
  }
}

function tlsOf(host: string, parameter: (name: string) => string | undefined): ServerTls | undefined {
  const mode = parameter("sslmode");
  if (mode !== undefined && !MODES.test(mode)) throw hubTls(`The hub's address states an sslmode that there is not.`);
  const files = { rootcert: parameter("sslrootcert"), cert: parameter("sslcert"), key: parameter("sslkey") };
  if (!isThisMachine(host)) {
    if (mode !== undefined && PLAIN.test(mode))
      throw hubTls(`The hub on ${host} would be spoken to without TLS that proves who it is (sslmode=${mode}).`);
    return { verified: true, ...files };
  }
  if (host.startsWith("/") || mode === undefined || PLAIN.test(mode)) return undefined;
  return { verified: mode !== "require" || files.rootcert !== undefined, ...files };
}

/** Options for `tls.connect`. `file`: reads what the address names. */
export async function tlsOptions({ host, tls }: ServerAddress, file: (path: string) => Promise<string>) {
  if (tls === undefined) return false;
  const [ca, cert, key] = await Promise.all(
    [tls.rootcert === "system" ? undefined : tls.rootcert, tls.cert, tls.key].map((path) =>
      path === undefined ? undefined : file(path),
    ),
  );
  return {
    rejectUnauthorized: tls.verified,
    minVersion: "TLSv1.2" as const,
    // The driver names no server where the host is a number, and TLS would then look for "localhost".
    ...(tls.verified
      ? {
          checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
            checkServerIdentity(host, certificate),
        }
      : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
