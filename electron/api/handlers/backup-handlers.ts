import { fail, ok } from "#api/reply.ts";
import type { backupMethods } from "#contract/backups.ts";
import type { Handlers } from "#contract/methods.ts";
import type { BackupOpening, Backups } from "#engine/ports/backup-made.ts";

const notHere = "This host opens no backups: run skyferry restore.";

/** `backup.*`; `null` where a host makes or opens none. */
export function backupHandlers(
  backups: Backups | null,
  opening: BackupOpening | null,
): Pick<Handlers, keyof typeof backupMethods> {
  return {
    async "backup.take"() {
      if (backups === null) return fail("not-offered", "This host makes no backups.");
      const made = await backups.take();
      return "message" in made ? fail("not-saved", made.message) : ok(made);
    },
    async "backup.look"({ id, name }) {
      if (opening === null) return fail("not-offered", notHere);
      const found = await opening.look(id, name);
      return "message" in found ? fail("unreadable", found.message) : ok(found);
    },
    async "backup.open"({ id, moved }) {
      if (opening === null) return fail("not-offered", notHere);
      const refused = await opening.open(id, moved);
      return refused === null ? ok({}) : fail("not-saved", refused);
    },
  };
}
