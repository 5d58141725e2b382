/** Names of people and agents, as they are compared, and whose words a record or a session has. Pure. */

type Persons = readonly { name: string; role?: string | undefined }[];

/** A name or an address, whatever case or composition it is written in. */
export const foldedName = (name: string): string => name.normalize("NFC").trim().toLowerCase();

export const isSameName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && foldedName(a) === foldedName(b);

/** Whether a record names a listed person and no agent. While no owner is listed, every name counts. */
export const isPersonsWord = (people: Persons, by: string | undefined): boolean =>
  by !== undefined && (!people.some(({ role }) => role === "owner") || speakerOf(by, people) !== undefined);

/** Whose words a session hears: the person it is for, where the settings list them, or the only person listed. */
export function speakerOf(user: string | undefined, people: Persons): string | undefined {
  const persons = people.filter(({ role }) => role !== "agent");
  if (user === undefined) return persons.length === 1 ? persons[0]?.name : undefined;
  return persons.find(({ name }) => isSameName(name, user))?.name;
}
