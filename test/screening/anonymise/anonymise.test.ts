/** Names, home paths and private addresses are in no shared text; everything else stays as it is written. */
import { describe, expect, it } from "vitest";
import { anonymise } from "../../../src/screening/anonymise/anonymise.js";

const NAMES = ["Jane Doe", "Will Ferro", "Jörg Müller", "李雷", "bridget", "omar.haddad@example.org", "Seán O'Brien"];
const shared = (text: string) => anonymise(text, { names: NAMES }).text;

describe("anonymise", () => {
  it.each<[written: string, shared?: string]>([
    ["Jane Doe wants the totals in cents", "[person] wants the totals in cents"],
    ["JANE DOE said so, and jane doe too", "[person] said so, and [person] too"],
    ["It is Jane's rule, not Doe’s", "It is [person]'s rule, not [person]’s"],
    ["ask jane.doe; @jane reviews migrations", "ask [person]; @[person] reviews migrations"],
    ["Doe, Jane: no merges on Friday", "[person], [person]: no merges on Friday"],
    ["Jörg and Jo\u0308rg agree", "[person] and [person] agree"],
    ["李雷说先跑测试", "[person]说先跑测试"],
    ["Will asked for a review; the cache will be warm", "[person] asked for a review; the cache will be warm"],
    ["O'Brien owns billing", "[person] owns billing"],
    ["bridget prefers tabs; BRIDGET insists", "[person] prefers tabs; [person] insists"],
    ["Omar Haddad pays the invoices", "[person] pays the invoices"],
    [
      "keys lie in /home/jane/.ssh, ~/.aws/config and C:\\Users\\jane\\app.log",
      "keys lie in [path], [path] and [path]",
    ],
    ["file:///srv/notes.md is old", "[path] is old"],
    ["db.internal:5432 refuses 10.0.0.7 and 192.168.1.0/24", "[host] refuses [host] and [host]"],
    ["http://wiki.acme.lan/page is down, so is fe80::1%eth0", "http://[host]/page is down, so is [host]"],
    ["bind to 127.0.0.1:5432 and see https://acme.com/wiki"],
    ["edit src/home/page.ts, lodash/fp and /etc/nginx/nginx.conf"],
    ["version 10.2.1 is current"],
    ["[person] and [secret:password]"],
  ])("%s", (written, expected = written) => {
    expect(shared(written)).toBe(expected);
  });
});
