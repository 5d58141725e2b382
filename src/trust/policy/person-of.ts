/** Which listed person an address belongs to. Agents have no say. */
import type { Person } from "../../config.js";
import { isSameName } from "../../entry/attribution.js";

/** Addresses differ in case and in nothing else: a letter that only looks like another one is another one. */
export const foldedAddress = (address: string): string =>
  address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The person with this address. */
export function personOf(people: readonly Person[], email: string): Person | undefined {
  return people.find((person) => person.role !== "agent" && hasAddress(person, email));
}

/** A name of somebody listed whose word decides. */
export function isListed(people: readonly Person[], by: string): boolean {
  return people.some(({ name, role }) => role !== "agent" && isSameName(name, by));
}

/** The word of somebody listed, as far as the record says; while no owner is listed, of whoever it names. */
export function isPersonsWord(people: readonly Person[], by: string | undefined): boolean {
  if (by === undefined || !people.some(({ role }) => role === "owner")) return by !== undefined;
  return isListed(people, by);
}

function hasAddress({ emails = [] }: Person, email: string): boolean {
  return emails.some((own) => foldedAddress(own) === foldedAddress(email));
}
