/**
 * fast-check, from one seed: a property is tried on the same cases each time and everywhere, so that a change passes or
 * fails by what it changed. `TEST_SEED=random`, or a number, tries others; what they find becomes an example of its test.
 */
import fc from "fast-check";

const stated = process.env["TEST_SEED"];
if (stated !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(stated ?? 20260214) });

export default fc;
