/** The scope of entries about one contact, `contact:jane`, and the form of a contact's name. */

export const CONTACT_SCOPE = "contact:";

export const contactOf = ({ scope = "" }: { scope?: string | undefined }): string | undefined =>
  scope.startsWith(CONTACT_SCOPE) ? scope.slice(CONTACT_SCOPE.length) : undefined;

export const contactScope = (contact: string): string => `${CONTACT_SCOPE}${contact}`;

/** What a contact may be called: a file is named after it, and some systems keep a few names for themselves. */
export const CONTACT_ID = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9-]{0,63}$/;
