import type { RunningHost } from "#compose/host.ts";

/** What the shell follows: the tray and the notices, decided by the engine. */
export type Attention = RunningHost["attention"];

/** What a tray shows. */
export type TrayView = ReturnType<Attention["tray"]>;

/** What is told about one cause. */
export type Notice = Parameters<Parameters<Attention["onNotice"]>[0]>[0];
