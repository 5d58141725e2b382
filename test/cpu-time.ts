/** Milliseconds for which this process has been computing: a limit in them means the same on a busy machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
