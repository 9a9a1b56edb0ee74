import { failingStatement } from "./f03-failing-statement.ts";
import { damagedLedger } from "./f04-damaged-ledger.ts";
import { shortForm } from "./short-form.ts";

shortForm(failingStatement);
shortForm(damagedLedger);
