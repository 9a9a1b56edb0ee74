import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type {
  CrashReporter,
  CrashReporterStartOptions,
  Dialog,
  Display,
  MessageBoxOptions,
  MessageBoxReturnValue,
  Notification,
  NotificationConstructorOptions,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SafeStorage,
  Screen,
  Shell,
} from "electron";

/** It shows, fails (an unsigned program on macOS), or says nothing (no daemon of the desktop). */
export interface FakeNotificationCentre {
  does: "shows" | "fails" | "nothing";
}

/** `Notification`: shown until it is closed. */
export class FakeNotification extends EventEmitter implements Pick<Notification, "close" | "id" | "show"> {
  readonly id: string;
  readonly options: NotificationConstructorOptions;
  isShown = false;
  readonly #centre: FakeNotificationCentre;

  constructor(options: NotificationConstructorOptions, centre: FakeNotificationCentre = { does: "shows" }) {
    super();
    this.#centre = centre;
    this.options = options;
    this.id = options.id || randomUUID();
  }

  show(): void {
    this.isShown = this.#centre.does === "shows";
    queueMicrotask(() => {
      if (this.#centre.does === "shows") this.emit("show", {});
      else if (this.#centre.does === "fails") this.emit("failed", {}, "not allowed");
    });
  }

  close(): void {
    this.isShown = false;
  }
}

/** `crashReporter`: how it was started. */
export class FakeCrashReporter implements Pick<CrashReporter, "start"> {
  started: CrashReporterStartOptions | null = null;

  start(options: CrashReporterStartOptions): void {
    if (options.uploadToServer !== false && options.submitURL === undefined)
      throw new Error("submitURL must be specified when uploadToServer is true");
    this.started = options;
  }
}

/** `dialog`: what was asked, and the answers that a test laid ready; without one, what closing the box means. */
export class FakeDialog implements Pick<Dialog, "showErrorBox"> {
  readonly errors: string[] = [];
  readonly boxes: MessageBoxOptions[] = [];
  readonly folders: OpenDialogOptions[] = [];
  /** Labels of buttons, in the order in which the boxes will come. */
  readonly answers: string[] = [];
  /** Folder that the picker gives; null: cancelled. */
  folder: string | null = null;

  /** It is modal: what this does is done before `showErrorBox` returns. */
  onErrorBox: (text: string) => void = () => {};

  showErrorBox(title: string, content: string): void {
    this.errors.push(`${title}: ${content}`);
    this.onErrorBox(`${title}: ${content}`);
  }

  showMessageBox(
    ...given: [MessageBoxOptions] | [unknown, MessageBoxOptions]
  ): Promise<MessageBoxReturnValue> {
    const options = given.at(-1) as MessageBoxOptions;
    this.boxes.push(options);
    const chosen = this.answers.shift();
    const response = chosen === undefined ? (options.cancelId ?? 0) : (options.buttons ?? []).indexOf(chosen);
    if (response < 0) throw new Error(`the box has no button ${chosen}`);
    return Promise.resolve({ response, checkboxChecked: false });
  }

  showOpenDialog(
    ...given: [OpenDialogOptions] | [unknown, OpenDialogOptions]
  ): Promise<OpenDialogReturnValue> {
    this.folders.push(given.at(-1) as OpenDialogOptions);
    return Promise.resolve({
      canceled: this.folder === null,
      filePaths: this.folder === null ? [] : [this.folder],
    });
  }
}

/** `shell`: what was opened and shown. */
export class FakeShell implements Pick<Shell, "openExternal" | "showItemInFolder"> {
  readonly opened: string[] = [];
  readonly revealed: string[] = [];

  async openExternal(url: string): Promise<void> {
    this.opened.push(url);
  }

  showItemInFolder(path: string): void {
    this.revealed.push(path);
  }
}

/** `screen`: one display of a usual size until a test says otherwise. */
export class FakeScreen extends EventEmitter implements Pick<Screen, "getAllDisplays"> {
  workAreas = [{ x: 0, y: 0, width: 1920, height: 1040 }];

  getAllDisplays(): Display[] {
    return this.workAreas.map((workArea) => ({ workArea }) as Display);
  }
}

type SafeMember =
  | "decryptStringAsync"
  | "encryptStringAsync"
  | "getSelectedStorageBackend"
  | "isAsyncEncryptionAvailable";

/** `safeStorage`: turns the text around, so that nobody reads it by chance. */
export class FakeSafeStorage implements Pick<SafeStorage, SafeMember> {
  backend: ReturnType<SafeStorage["getSelectedStorageBackend"]> = "gnome_libsecret";
  isAvailable = true;
  fault: Error | null = null;

  getSelectedStorageBackend() {
    return this.backend;
  }

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.isAvailable;
  }

  async encryptStringAsync(text: string): Promise<Buffer> {
    if (this.fault !== null) throw this.fault;
    return Buffer.from(text).reverse();
  }

  async decryptStringAsync(encrypted: Buffer) {
    if (this.fault !== null) throw this.fault;
    return { result: Buffer.from(encrypted).reverse().toString(), shouldReEncrypt: false };
  }
}
