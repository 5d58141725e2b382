/** People without a recorded address, or without a key where one is asked for: nothing they do can be proven. */
import type { Person, Profile } from "../config.js";

/** People whose acts git can prove nothing about. */
export function withoutAddress({ people }: Pick<Profile, "people">): Person[] {
  return people.filter(({ role, emails = [] }) => role !== "agent" && emails.length === 0);
}

/** People who have one, where signatures are asked for and no key of theirs is listed. */
export function withoutKey({ people, trust }: Pick<Profile, "people" | "trust">): Person[] {
  const some = people.filter(
    ({ role, emails = [], keys = [] }) => role !== "agent" && emails.length > 0 && keys.length === 0,
  );
  return trust.signed ? some : [];
}

/** How an address is recorded. */
export function nextForAddress({ name, role }: Pick<Person, "name" | "role">): string {
  return role === "owner"
    ? `tenet init --owner ${JSON.stringify(name)} --email ADDRESS`
    : `A person adds emails: [ADDRESS] to ${name}, under people in tenet.yaml.`;
}
