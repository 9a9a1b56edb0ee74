import { scrypt } from "node:crypto";
import { promisify } from "node:util";

/** Two bytes tell another password 65,535 times of 65,536, and nothing worth guessing from. */
const markBytes = 2;

/** Four hexadecimal digits of user name and password for one portal, to see that they are others than before. */
export async function passwordMark(
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string> {
  const digest = await promisify(scrypt)(password, JSON.stringify([url, username]), markBytes);
  return (digest as Buffer).toString("hex");
}
