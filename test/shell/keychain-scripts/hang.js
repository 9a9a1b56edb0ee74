process.parentPort.once("message", () => process.parentPort.postMessage({ kind: "begun" }));
