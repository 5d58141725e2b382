/** People without a recorded address: nothing they do can be proven. */
import type { Person, Profile } from "../config.js";

/** People whose acts git can prove nothing about. */
export function withoutAddress({ people }: Pick<Profile, "people">): Person[] {
  return people.filter(({ role, emails = [] }) => role !== "agent" && emails.length === 0);
}

/** How an address is recorded. */
export function nextForAddress({ name, role }: Pick<Person, "name" | "role">): string {
  return role === "owner"
    ? `tenet init --owner ${JSON.stringify(name)} --email ADDRESS`
    : `A person adds emails: [ADDRESS] to ${name}, under people in tenet.yaml.`;
}
