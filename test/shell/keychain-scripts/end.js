process.parentPort.once("message", () => process.exit(7));
