/** Words that people bring along from other programs, and what to say instead. What only reads and means the same is an alias of its command. */

interface OtherWord {
  /** The command of ours that comes nearest; undefined where there is none. */
  command?: string;
  /** What to do instead, in a sentence. Never a complete command that takes something away. */
  instead: string;
}

const answer = (command: string, instead: string): OtherWord => ({ command, instead });

const FORGET = answer("forget", "`tenet forget` takes an entry out of use; with --dry-run it says what would go.");
const REMEMBER = answer("remember", '`tenet remember "..."` keeps a fact, `tenet learn "..."` what was found out.');
const EDIT = answer("edit", "`tenet edit ID` changes what an entry says.");
const SHOW = answer("show", "`tenet show ID` prints one entry.");
const GIT: OtherWord = {
  instead:
    "The workspace is plain files in git: commit, pull and push them with git; `tenet merge` joins what git could not.",
};
const SHARED = answer(
  "sync",
  "`tenet sync` shares what was learned with other agents; the workspace itself is plain files in git.",
);
const VERSIONS = answer(
  "versions",
  "`tenet versions` lists the versions of the rules; the files themselves are kept by git.",
);
const HOOKS = answer("hooks", "`tenet hooks install` connects the program that runs your agent.");
const DUE = answer(
  "heartbeat",
  "`tenet heartbeat --dry-run` says what is due, `tenet status` how the workspace stands.",
);
const CLOSE = answer("outcome", "`tenet outcome ID` says how something turned out.");
const REPORT = answer(
  "report",
  "`tenet report` measures what was learned and whether it held; `tenet status` says how the workspace stands.",
);
const CONFIG = answer("config", "`tenet config get` prints every setting.");

export const OTHER_WORDS: Readonly<Record<string, OtherWord>> = {
  rm: FORGET,
  del: FORGET,
  delete: FORGET,
  remove: FORGET,
  erase: FORGET,
  redact: FORGET,
  note: answer(
    "log",
    '`tenet log "..."` writes a line into the daily log; `tenet learn "..."` keeps what was found out.',
  ),
  journal: answer("log", '`tenet log "..."` writes a line into the daily log.'),
  "add-memory": REMEMBER,
  memorize: REMEMBER,
  memory: answer("memories", '`tenet memories` lists what is remembered; `tenet remember "..."` keeps a fact.'),
  save: REMEMBER,
  store: REMEMBER,
  create: REMEMBER,
  new: REMEMBER,
  teach: answer("correct", '`tenet correct "..."` says what holds from now on.'),
  fix: answer("correct", '`tenet correct "..."` says what holds from now on; `tenet doctor` examines the files.'),
  query: answer("recall", '`tenet recall "..."` finds what is known.'),
  grep: answer("recall", '`tenet recall "..." --mode keyword` finds words.'),
  get: SHOW,
  cat: SHOW,
  view: SHOW,
  update: EDIT,
  set: answer("config", "`tenet config set` changes a setting; `tenet edit ID` changes an entry."),
  settings: CONFIG,
  history: answer("why", "`tenet why ID` shows where an entry or rule comes from; `tenet audit` who did what."),
  blame: answer("why", "`tenet why SOUL.md:12` shows where the rule on a line comes from."),
  snapshots: VERSIONS,
  restore: answer(
    "rollback",
    "`tenet rollback --dry-run` takes a version of the rules back; `tenet forget --restore` brings an entry back.",
  ),
  revert: answer("rollback", "`tenet rollback --dry-run` takes a version of the rules back."),
  version: answer(
    "versions",
    "`tenet --version` prints that of the program, `tenet versions` lists those of the rules.",
  ),
  push: GIT,
  pull: GIT,
  publish: SHARED,
  share: SHARED,
  subscribe: SHARED,
  hub: answer("sync", "`tenet sync init` joins a hub, `tenet sync status` says how this clone stands with it."),
  clone: GIT,
  commit: GIT,
  backup: GIT,
  prime: answer("context", "`tenet context` prints what an agent should read at the start of a session."),
  rules: answer("versions", "`tenet why SOUL.md` shows the rules of a file, `tenet versions` how they changed."),
  ready: DUE,
  due: DUE,
  todo: DUE,
  close: CLOSE,
  done: CLOSE,
  install: HOOKS,
  connect: HOOKS,
  setup: answer("init", "`tenet init` sets up a workspace, `tenet hooks install` connects a program that runs agents."),
  lint: answer("verify", "`tenet verify` checks the files."),
  stats: REPORT,
  statistics: REPORT,
  metrics: REPORT,
  measure: REPORT,
  dashboard: REPORT,
  info: answer("status", "`tenet status` says how the workspace stands."),
  whoami: answer("trust", "`tenet trust` shows who is trusted how far."),
  dump: answer("export", "`tenet export` prints every entry as a line of JSON."),
  load: answer("import", "`tenet import PATH` takes over notes."),
  serve: answer("mcp", "`tenet mcp` serves an agent's host; `tenet hooks install` writes it into the host's settings."),
  server: answer("mcp", "`tenet mcp` serves an agent's host; there is no other server."),
  login: { instead: "There is no account: everything stands in files of this folder." },
};

/** What somebody probably means by a command that is not there. */
export function otherWord(typed: string): OtherWord | undefined {
  const word = typed.toLowerCase();
  return Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
}
