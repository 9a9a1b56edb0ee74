import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Certificate } from "#test/support/portals/certificates.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, with their line ends. */
  readonly text: string;
  readonly isEncrypted: boolean;
  /** `user:password`; null where nobody signed in. */
  readonly account: string | null;
}

/** Answer to a command; null says nothing more, "close" ends the connection. */
type Said = string | null;

/** A mail server as unkind as real ones: each of its answers can be another one, or none. */
export class MailServer {
  /** Mails that were taken. */
  readonly mails: ReceivedMail[] = [];
  /** Every content that came, also what was not taken. */
  readonly contents: string[] = [];
  connections = 0;
  greeting: Said = "220 mail.example ESMTP";
  /** Null offers none. */
  certificate: Certificate | null = null;
  startTls: Said = "220 Go ahead";
  auth: Said = "235 2.7.0 Authentication successful";
  sender: Said = "250 2.1.0 Ok";
  recipient: (address: string) => Said = () => "250 2.1.5 Ok";
  data: Said = "354 End data with <CR><LF>.<CR><LF>";
  taken: (nth: number) => Said = () => "250 2.0.0 Ok: queued";
  goodBye: Said = "221 Bye";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {});
      this.#say(socket, this.greeting);
      this.#listen(socket, false);
    });
  }

  /** `host:port`, as the settings write it. */
  async open(host = "127.0.0.1"): Promise<string> {
    this.#server.listen(0, host);
    await once(this.#server, "listening");
    return `${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #say(socket: Socket, said: Said): void {
    if (said === "close") socket.destroy();
    else if (said !== null) socket.write(`${said}\r\n`);
  }

  #listen(socket: Socket, isEncrypted: boolean): void {
    let rest = "";
    let mail = { from: "", to: [] as string[] };
    let account: string | null = null;
    let isData = false;
    const answer = (command: string, argument: string): Said => {
      const address = /<(.*?)>/.exec(argument)?.[1] ?? "";
      switch (command) {
        case "EHLO":
          return this.certificate === null || isEncrypted
            ? "250-mail.example\r\n250 AUTH PLAIN"
            : "250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS";
        case "STARTTLS":
          return this.certificate === null ? "502 5.5.1 Command not implemented" : this.startTls;
        case "AUTH":
          account = accountIn(argument);
          return this.auth;
        case "MAIL":
          mail = { from: address, to: [] };
          return this.sender;
        case "RCPT":
          if (this.recipient(address)?.startsWith("250")) mail.to.push(address);
          return this.recipient(address);
        case "DATA":
          isData = this.data?.startsWith("354") === true;
          return this.data;
        case "QUIT":
          return this.goodBye;
        default:
          return "500 5.5.2 Command not recognized";
      }
    };
    const onLine = (line: string): void => {
      const [command = "", ...words] = line.split(" ");
      const said = answer(command, words.join(" "));
      this.#say(socket, said);
      if (said?.startsWith("221")) socket.end();
      if (command === "STARTTLS" && said?.startsWith("220") && this.certificate !== null)
        this.#encrypt(socket, this.certificate);
    };
    const onContent = (text: string): void => {
      this.contents.push(text);
      const said = this.taken(this.contents.length);
      if (said?.startsWith("250")) this.mails.push({ ...mail, text, isEncrypted, account });
      this.#say(socket, said);
    };
    socket.on("data", (chunk) => {
      rest += chunk.toString("utf8");
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = rest.indexOf(end);
        if (at < 0) return;
        const part = rest.slice(0, at);
        rest = rest.slice(at + end.length);
        if (!isData) onLine(part);
        else {
          isData = false;
          onContent(part);
        }
      }
    });
  }

  #encrypt(socket: Socket, certificate: Certificate): void {
    socket.removeAllListeners("data");
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) });
    secure.on("error", () => socket.destroy());
    this.#listen(secure, true);
  }
}

/** `PLAIN …` is `user:password`. */
function accountIn(argument: string): string {
  const [, ...given] = Buffer.from(argument.replace(/^PLAIN /, ""), "base64")
    .toString("utf8")
    .split("\0");
  return given.join(":");
}
