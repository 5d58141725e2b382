import { dirname } from "node:path";
import type { AtomicFs, AtomicHandle, FileState } from "../../src/store/files/atomic-fs.js";

/** Thrown by every call from the cut on: the process is gone. */
export class PowerLoss extends Error {}

interface Inode {
  ino: number;
  kind: "file" | "folder";
  mode: number;
  data: Uint8Array;
  /** What the disk surely holds of the data; undefined before the first sync. */
  synced: Uint8Array | undefined;
}

/** Names set (an inode) or taken away (null) by one call: they reach the disk together or not at all. */
interface NameChange {
  folder: Inode;
  name: string;
  inode: Inode | null;
}

const failed = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code });

/**
 * A file system in memory that knows what would survive a power loss: only what was synced surely does. Of the rest,
 * {@link crash} keeps or drops each call by chance, and leaves un-synced data empty, cut short, or as zeros.
 */
export class MemoryFs implements AtomicFs {
  readonly #root: Inode = { ino: 1, kind: "folder", mode: 0o755, data: new Uint8Array(), synced: undefined };
  #names = new Map<Inode, Map<string, Inode>>([[this.#root, new Map()]]);
  /** Names the disk surely holds. */
  readonly #durable = new Map<Inode, Map<string, Inode>>([[this.#root, new Map()]]);
  /** Calls whose names are not yet synced, in order. */
  #pending: NameChange[][] = [];
  #nextIno = 2;
  /** Calls that changed something so far. */
  calls = 0;
  #cut = Number.POSITIVE_INFINITY;

  /** The power goes out just before the `at`-th further changing call. */
  cutAt(at: number): void {
    this.#cut = this.calls + at;
  }

  #alive(): void {
    if (this.calls >= this.#cut) throw new PowerLoss();
  }

  #change(): void {
    this.calls += 1;
    this.#alive();
  }

  #in(folder: Inode): Map<string, Inode> {
    const names = this.#names.get(folder);
    if (names === undefined) throw new Error("not a folder");
    return names;
  }

  #find(path: string): Inode | undefined {
    let at: Inode = this.#root;
    for (const name of path.split("/").filter(Boolean)) {
      const next = at.kind === "folder" ? this.#in(at).get(name) : undefined;
      if (next === undefined) return undefined;
      at = next;
    }
    return at;
  }

  #get(path: string): Inode {
    this.#alive();
    const inode = this.#find(path);
    if (inode === undefined) throw failed("ENOENT", path);
    return inode;
  }

  #place(path: string): { folder: Inode; name: string } {
    const folder = this.#get(dirname(path));
    return { folder, name: path.slice(path.lastIndexOf("/") + 1) };
  }

  #set(...changes: NameChange[]): void {
    for (const { folder, name, inode } of changes) {
      if (inode === null) this.#in(folder).delete(name);
      else this.#in(folder).set(name, inode);
    }
    this.#pending.push(changes);
  }

  #make(kind: Inode["kind"], mode: number): Inode {
    const inode: Inode = { ino: this.#nextIno++, kind, mode, data: new Uint8Array(), synced: undefined };
    if (kind === "folder") {
      this.#names.set(inode, new Map());
      this.#durable.set(inode, new Map());
    }
    return inode;
  }

  #state(inode: Inode): FileState {
    return {
      isFile: () => inode.kind === "file",
      isSymbolicLink: () => false,
      mode: inode.mode,
      size: inode.data.byteLength,
    };
  }

  /** A sync of a folder makes its own names durable; a rename between two folders needs a sync of each. */
  #syncNames(folder: Inode): void {
    const durable = this.#durable.get(folder) as Map<string, Inode>;
    this.#pending = this.#pending.flatMap((changes) => {
      for (const change of changes.filter((one) => one.folder === folder)) apply(durable, change);
      const rest = changes.filter((one) => one.folder !== folder);
      return rest.length === 0 ? [] : [rest];
    });
  }

  async open(path: string, flags: string, mode = 0o666): Promise<AtomicHandle> {
    this.#alive();
    let inode = this.#find(path);
    if (flags === "wx") {
      this.#change();
      if (inode !== undefined) throw failed("EEXIST", path);
      inode = this.#make("file", mode);
      this.#set({ ...this.#place(path), inode });
    }
    if (inode === undefined) throw failed("ENOENT", path);
    const opened = inode;
    return {
      writeFile: async (data) => {
        this.#change();
        opened.data = data.slice();
      },
      stat: async () => this.#state(opened),
      chmod: async (changed) => {
        this.#change();
        opened.mode = changed;
      },
      sync: async () => {
        this.#change();
        if (opened.kind === "folder") this.#syncNames(opened);
        else opened.synced = opened.data;
      },
      close: async () => this.#alive(),
    };
  }

  async readFile(path: string): Promise<Uint8Array> {
    return this.#get(path).data;
  }

  async lstat(path: string): Promise<FileState> {
    return this.#state(this.#get(path));
  }

  async mkdir(path: string): Promise<void> {
    this.#change();
    if (this.#find(path) !== undefined) throw failed("EEXIST", path);
    this.#set({ ...this.#place(path), inode: this.#make("folder", 0o755) });
  }

  async rename(from: string, to: string): Promise<void> {
    this.#change();
    const inode = this.#get(from);
    this.#set({ ...this.#place(to), inode }, { ...this.#place(from), inode: null });
  }

  async unlink(path: string): Promise<void> {
    this.#change();
    this.#get(path);
    this.#set({ ...this.#place(path), inode: null });
  }

  /**
   * What the disk holds after the power came back. Un-synced calls are kept or dropped one by one, so a later one may
   * survive an earlier one; a rename over a border of folders may survive in one of them only.
   */
  crash(random: () => number): MemoryFs {
    const kept = new Map([...this.#durable].map(([folder, names]) => [folder, new Map(names)]));
    for (const changes of this.#pending)
      for (const folder of new Set(changes.map((change) => change.folder))) {
        if (random() < 0.5) continue;
        for (const change of changes) if (change.folder === folder) apply(kept.get(folder) ?? new Map(), change);
      }
    const after = new MemoryFs();
    const copies = new Map<Inode, Inode>([[this.#root, after.#root]]);
    const copy = (inode: Inode): Inode => {
      let same = copies.get(inode);
      if (same === undefined) {
        same = after.#make(inode.kind, inode.mode);
        copies.set(inode, same);
        same.data = same.synced = inode.synced ?? survivors(inode.data, random);
      }
      return same;
    };
    // What is added to a set while it is gone through is gone through as well.
    const folders = new Set<Inode>([this.#root]);
    for (const folder of folders)
      for (const [name, inode] of kept.get(folder) ?? []) {
        for (const names of [after.#names, after.#durable]) names.get(copy(folder))?.set(name, copy(inode));
        if (inode.kind === "folder") folders.add(inode);
      }
    return after;
  }

  /** A whole copy in which everything is durable, to try many cuts from one start. */
  async plant(path: string, text: string): Promise<void> {
    const missing: string[] = [];
    for (let folder = dirname(path); this.#find(folder) === undefined; folder = dirname(folder))
      missing.unshift(folder);
    for (const folder of missing) await this.mkdir(folder);
    const handle = await this.open(path, "wx");
    await handle.writeFile(Buffer.from(text));
    await handle.sync();
    for (const folder of this.#names.keys()) this.#syncNames(folder);
  }

  /** The text of a file, null when it is absent. */
  text(path: string): string | null {
    const inode = this.#find(path);
    return inode === undefined ? null : Buffer.from(inode.data).toString("utf8");
  }
}

function apply(names: Map<string, Inode>, { name, inode }: NameChange): void {
  if (inode === null) names.delete(name);
  else names.set(name, inode);
}

function survivors(data: Uint8Array, random: () => number): Uint8Array {
  const fate = random();
  if (fate < 0.3) return new Uint8Array();
  if (fate < 0.6) return data.slice(0, Math.floor(random() * data.byteLength));
  return fate < 0.8 ? new Uint8Array(data.byteLength) : data;
}
