/** What a schema reads, as nobody changes it: lists can only be read, and fields that it does not name are not asked for. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { [Key in keyof T as string extends Key ? (unknown extends T[Key] ? never : Key) : Key]: Immutable<T[Key]> }
    : T;
