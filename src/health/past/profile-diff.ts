/** `tenet config diff REV`: what changed in the profile and in people's part of the core files since then. */
import type { Context } from "../../context.js";
import { shownDiff } from "../../screening/shown-diff.js";
import type { ProfileDiff } from "./past-schemas.js";
import { ownPart, PROFILE, type ProfileTexts, profileChanges } from "./profile-changes.js";
import { type PastProfile, pastProfile, presentTexts } from "./profile-texts.js";

/** Compares `rev` with the present state. Throws `not-found` for an unknown revision. */
export async function profileDiff(ctx: Context, rev: string): Promise<ProfileDiff> {
  const past = await pastProfile(ctx, rev);
  const now = comparable(past, await presentTexts(ctx));
  return { rev: past.rev, from: "then", ...(await differences(past.texts, now)) };
}

/** What of the present can be held against an earlier state. */
export function comparable(past: PastProfile, now: ProfileTexts): ProfileTexts {
  return past.isProfileAlone === true ? new Map([...now].filter(([file]) => file === PROFILE)) : now;
}

/** What differs, as it is shown. */
export async function differences(before: ProfileTexts, after: ProfileTexts) {
  const { files, ...settings } = profileChanges(before, after);
  const own = (texts: ProfileTexts, file: string) => ownPart(file, texts.get(file));
  const changed = [];
  for (const file of files) changed.push({ file, diff: await shownDiff(file, own(before, file), own(after, file)) });
  return { ...settings, changed };
}
