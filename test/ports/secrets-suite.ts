import { describe, expect, test } from "vitest";
import type { KeptSecrets } from "#adapters/secrets/keychain.ts";
import type { SecretPlace } from "#domain/connection.ts";

export interface SecretsUnderTest {
  readonly name: string;
  readonly place: SecretPlace;
  readonly backend: string;
  /** Why it cannot run here; null when it can. */
  readonly skipped?: string | null;
  /** A fresh user of the same place: what one kept, the next finds. */
  open(): KeptSecrets;
}

const portal = "https://portal.example";

/** Tests of every place for secrets. */
export function secretsSuite(under: SecretsUnderTest): void {
  const title = under.skipped ? `${under.name} (skipped: ${under.skipped})` : under.name;
  describe.skipIf(under.skipped)(title, () => {
    test("what was kept is found by the next process, and where it lies is told", async () => {
      expect(await under.open().keep("station", portal, "hunter2")).toEqual({
        place: under.place,
        backend: under.backend,
      });
      expect(await under.open().password("station", `${portal}/path`)).toEqual({
        kind: "found",
        secret: "hunter2",
        place: under.place,
        backend: under.backend,
      });
    });

    test("a new password replaces the old one", async () => {
      const secrets = under.open();
      await secrets.keep("station", portal, "first");
      await secrets.keep("station", portal, "second");
      expect(await secrets.password("station", portal)).toMatchObject({ secret: "second" });
    });

    test.each([
      ["other scripts", "äöü € 🛰️"],
      ["spaces at both ends", " spaces "],
      ["quotes and backslash", 'quo"te\\'],
      ["two lines", "a\nb"],
      ["1000 characters", "x".repeat(1_000)],
    ])("a password with %s comes back as it was", async (_, secret) => {
      const secrets = under.open();
      await secrets.keep("odd", portal, secret);
      expect(await secrets.password("odd", portal)).toMatchObject({ kind: "found", secret });
    });

    test("users and portals are kept apart", async () => {
      const secrets = under.open();
      await secrets.keep("one", portal, "a");
      await secrets.keep("two", portal, "b");
      await secrets.keep("one", "https://portal.example:8443", "c");
      expect(await secrets.password("one", portal)).toMatchObject({ secret: "a" });
      expect(await secrets.password("two", portal)).toMatchObject({ secret: "b" });
      expect(await secrets.password("one", "https://portal.example:8443/")).toMatchObject({ secret: "c" });
    });

    test("an unknown user has none, and the message names the account", async () => {
      const none = await under.open().password("nobody", portal);
      expect(none).toMatchObject({ kind: "none", message: expect.stringContaining("nobody@portal.example") });
    });

    test("forgotten is gone; forgetting twice is no trouble", async () => {
      const secrets = under.open();
      await secrets.keep("leaving", portal, "hunter2");
      expect(await secrets.forget("leaving", portal)).toBeNull();
      expect(await secrets.password("leaving", portal)).toMatchObject({ kind: "none" });
      expect(await secrets.forget("leaving", portal)).toBeNull();
    });

    test("an empty password is refused", async () => {
      expect(await under.open().keep("station", portal, "")).toMatchObject({
        message: expect.stringContaining("empty"),
      });
    });
  });
}
