const { call, subscribe } = window.skyferry;
const list = document.querySelector("ol");
const end = subscribe(null, (event) => {
  const item = document.createElement("li");
  item.textContent = event.type;
  list.append(item);
});
window.addEventListener("pagehide", end);
const facts = await call("shell.facts", {});
document.querySelector("main").textContent = JSON.stringify(facts);
