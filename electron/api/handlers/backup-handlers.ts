import { fail, ok } from "#api/reply.ts";
import type { backupMethods } from "#contract/backups.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Backups } from "#engine/ports/backup-made.ts";

/** `backup.*`; `null` where a host makes none. */
export function backupHandlers(backups: Backups | null): Pick<Handlers, keyof typeof backupMethods> {
  return {
    async "backup.take"() {
      if (backups === null) return fail("not-offered", "This host makes no backups.");
      const made = await backups.take();
      return "message" in made ? fail("not-saved", made.message) : ok(made);
    },
  };
}
