import { configureGlobal } from "fast-check";

/** The same random cases for every mutant, and no time spent on making a counter-example small. */
configureGlobal({ seed: 20_240_501, endOnFailure: true });
