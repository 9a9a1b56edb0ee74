process.parentPort.once("message", ({ data }) => {
  const reason = JSON.stringify({ request: data, password: process.env.SKYFERRY_PASSWORD ?? null });
  process.parentPort.postMessage({ kind: "failed", reason });
});
