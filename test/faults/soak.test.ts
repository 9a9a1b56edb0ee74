import { soakRow } from "./f24-soak.ts";
import { shortForm } from "./short-form.ts";

shortForm(soakRow);
