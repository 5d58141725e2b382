import { expect, it } from "vitest";
import { reportSchema } from "../../src/report/report-schemas.js";
import { emptyReport, sampleReport } from "./sample-report.js";

it("reports for tests are reports", () => {
  expect(reportSchema.parse(sampleReport())).toEqual(sampleReport());
  expect(reportSchema.parse(emptyReport())).toEqual(emptyReport());
});

it("the sums of the believable one are its own", () => {
  const { retention, weeks, outcome_loop: loop } = sampleReport();
  expect(weeks.reduce((sum, { held }) => sum + held, 0)).toBe(retention.held);
  expect(weeks.reduce((sum, { failed }) => sum + failed, 0)).toBe(retention.failed);
  expect(weeks.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(loop.outcomes);
});
