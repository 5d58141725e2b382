/** The built program: what the build does to the sources changes nothing of what they say. */
import { execFile } from "node:child_process";
import { cp, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { detect } from "../../src/detect/detect.js";
import { binary, sandbox } from "../sandbox.js";

const parts = () => join(dirname(dirname(binary())), "dist", "parts");

describe("the bundle", () => {
  it("is ASCII, as its loader reads it", async () => {
    for (const name of await readdir(parts())) {
      if (!name.endsWith(".js")) continue;
      const bytes = await readFile(join(parts(), name));
      expect(
        bytes.findIndex((byte) => byte > 127),
        name,
      ).toBe(-1);
    }
  });

  it.each([
    "eso no es correcto: el límite es 30 segundos",
    "không đúng, giới hạn là 30 giây",
    "Latency went from 500 ms → 30 ms",
    "“No, that’s wrong” — the limit is 30 seconds",
  ])("knows letters beyond ASCII: %s", async (text) => {
    const box = await sandbox();
    const ran = await box.run(["detect", text, "--json"]);
    const { signals, activity } = detect(text);
    expect(signals.length + activity.length).toBeGreaterThan(0);
    expect(ran.json().data).toMatchObject({ signals, activity });
  });

  it("has a code cache of the Node that built it, and works with a damaged one and without", async () => {
    const names = await readdir(parts());
    const own = names.filter((name) => name.endsWith(`${process.version}-${process.arch}.cache`));
    expect(own.some((name) => name.startsWith("pack-daily.js"))).toBe(true);
    expect(own.some((name) => name.startsWith("pack-capture.js"))).toBe(true);
    const box = await sandbox();
    // A folder that no URL holds as it is.
    const house = join(box.dir, "my house @ 100 %");
    await cp(join(parts(), ".."), join(house, "dist"), { recursive: true });
    await cp(dirname(binary()), join(house, "bin"), { recursive: true });
    await symlink(join(dirname(dirname(binary())), "package.json"), join(house, "package.json"));
    const help = async () =>
      (await promisify(execFile)(process.execPath, [join(house, "bin", "tenet.js"), "--help"])).stdout;
    const said = await help();
    expect(said).toContain("tenet");
    const cache = join(house, "dist", "parts", own.find((name) => name.startsWith("pack-daily.js")) as string);
    await writeFile(cache, Buffer.alloc(1_000, 7));
    expect(await help()).toBe(said);
    await truncate(cache, 0);
    expect(await help()).toBe(said);
  });
});
