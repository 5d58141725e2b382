import { ownWords, wordsLeave } from "./0001-tables.js";

/** Drops the vectors that hubs of earlier versions held: each reader makes its own. Nothing to do in a new hub. */
export const noVectors = `
drop index if exists tenet.live_bits;
drop policy words_of_its_own on tenet.rows;
${wordsLeave}
alter table tenet.rows drop column if exists vectors, drop column if exists bits;
alter table tenet.rows drop constraint if exists rows_check, add constraint rows_check check (kind = 'entry' or body is null);
${ownWords}`;
