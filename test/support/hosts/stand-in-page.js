// In the browser's page: `window.skyferry` as the context bridge gives it, carried by functions that Playwright exposes.
// A preload script runs in the main frame alone.
if (window === window.top) {
  const listeners = new Map();
  let lastId = 0;
  window.skyferryHear = (events) => {
    for (const [id, event] of events) listeners.get(id)?.(event);
  };
  window.skyferry = Object.freeze({
    call: (method, input) => window.skyferryCall(method, input),
    subscribe(sinceSeq, onEvent) {
      lastId += 1;
      const id = lastId;
      listeners.set(id, onEvent);
      void window.skyferrySubscribe(id, sinceSeq);
      return () => {
        listeners.delete(id);
        void window.skyferryUnsubscribe(id);
      };
    },
  });
}
