import { credentialsRow } from "./f23-credentials.ts";
import { shortForm } from "./short-form.ts";

shortForm(credentialsRow);
