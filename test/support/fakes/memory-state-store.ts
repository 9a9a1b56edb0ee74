import type { StateStore } from "#engine/ports/host.ts";

/** A state store whose page a test can read and tear out. */
export class MemoryStateStore implements StateStore {
  page: string | null = null;
  writes = 0;
  async read(): Promise<unknown> {
    return this.page === null ? null : JSON.parse(this.page);
  }
  async write(value: object): Promise<void> {
    this.writes += 1;
    this.page = JSON.stringify(value);
  }
}
