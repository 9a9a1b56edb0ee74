import { coverageRow } from "./f34-coverage.ts";
import { verdictsRow } from "./f35-verdicts.ts";
import { modelFilesRow } from "./f36-model-files.ts";
import { thisPcRow } from "./f37-this-pc.ts";
import { settingsLayersRow } from "./f47-settings-layers.ts";
import { shortForm } from "./short-form.ts";

shortForm(coverageRow);
shortForm(verdictsRow);
shortForm(modelFilesRow);
shortForm(thisPcRow);
shortForm(settingsLayersRow);
