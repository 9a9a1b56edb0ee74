import { openSync } from "node:fs";

// Keeps a file open, shared with nobody (libuv's UV_FS_O_EXLOCK is a share mode of 0), until it is ended.
openSync(process.argv[2], 0x10000000 | 2);
process.stdout.write("held\n");
setTimeout(() => {}, 600_000);
