import { describe, expect, it } from "vitest";
import { foldedEntity, sharesWords } from "../../src/capture/policy/shared-words.js";

describe("a reflexion is about a query", () => {
  const about = { entities: ["vendor:acme", "system:Nightly Export"], tags: ["sync", "Größe"] };
  it.each([
    ["sync invoices", true],
    ["SYNC invoices", true],
    ["synchronise invoices", false],
    ["vendor:acme", true],
    ["pay Acme today", true],
    ["pay acme-corp", false],
    ["the nightly export failed", true],
    ["größe", true],
    ["...", false],
  ])("%j: %s", (query, expected) => {
    expect(sharesWords(query, about)).toBe(expected);
  });

  it("never by nothing", () => {
    expect(sharesWords("sync", {})).toBe(false);
    expect(sharesWords("", { tags: ["", "..."] })).toBe(false);
  });

  it("an entity is one whatever its letters", () => {
    expect(foldedEntity(" Vendor:ACME ")).toBe(foldedEntity("vendor:acme"));
    expect(foldedEntity("vendor:acme")).not.toBe(foldedEntity("customer:acme"));
  });
});
