process.parentPort.once("message", () => {});
