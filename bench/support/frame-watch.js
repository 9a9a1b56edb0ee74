// In the browser's page: what a person sees of scrolling, frame by frame. Times in milliseconds.
window.frameWatch = (() => {
  let isOn = false;
  let before = null;
  let gaps = [];
  let tasks = [];

  const scroller = () => {
    const inside = document.querySelectorAll('[role="grid"], [role="grid"] *');
    return [...inside].find(
      (one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY),
    );
  };
  new PerformanceObserver((list) => {
    if (isOn) tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" });

  const look = (now) => {
    if (!isOn) return;
    if (before !== null) gaps.push(now - before);
    before = now;
    requestAnimationFrame(look);
  };

  return {
    /** How far the list can be scrolled, CSS pixels. */
    range: () => {
      const box = scroller();
      return box === undefined ? 0 : box.scrollHeight - box.clientHeight;
    },
    rows: () => document.querySelectorAll('[role="grid"] [role="row"]').length,
    top: () => scroller()?.scrollTop ?? 0,
    start() {
      [isOn, before, gaps, tasks] = [true, null, [], []];
      requestAnimationFrame(look);
    },
    stop() {
      isOn = false;
      return { gaps, tasks };
    },
    /** Drags the thumb of the scrollbar from end to end and back: every frame shows other rows. */
    drag: (forMs, turnMs) =>
      new Promise((resolve) => {
        const box = scroller();
        const range = box.scrollHeight - box.clientHeight;
        let begun = null;
        const step = (now) => {
          begun ??= now;
          if (now - begun >= forMs) return resolve();
          const way = ((now - begun) / turnMs) % 2;
          box.scrollTop = range * (way < 1 ? way : 2 - way);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    /** Drags a wide grid from side to side: every frame shows other columns. */
    slide: (forMs, turnMs) =>
      new Promise((resolve) => {
        const inside = document.querySelectorAll('[role="grid"], [role="grid"] *');
        const box = [...inside].find(
          (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX),
        );
        const range = box.scrollWidth - box.clientWidth;
        let begun = null;
        const step = (now) => {
          begun ??= now;
          if (now - begun >= forMs) return resolve(range);
          const way = ((now - begun) / turnMs) % 2;
          box.scrollLeft = range * (way < 1 ? way : 2 - way);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    /** The same with static cells, all of them in the page. */
    showPlainGrid(rows, columns) {
      const cell = '<div style="flex:none;width:15px;height:43px">▮</div>';
      const row = `<div style="display:flex;width:${columns * 15}px">${cell.repeat(columns)}</div>`;
      document.body.innerHTML = `<div role="grid"><div style="width:1000px;overflow:auto">${row.repeat(rows)}</div></div>`;
    },
    /** Makes this page the plain one: a list of as many static rows, all of them in the page. */
    showPlain(count, columns) {
      const cells = Array.from({ length: columns }, (_, n) => `<div role="gridcell">column ${n}</div>`).join(
        "",
      );
      const row = `<div role="row" style="display:grid;grid-template-columns:repeat(${columns},1fr);height:33px;border-bottom:1px solid #ccc">${cells}</div>`;
      document.body.innerHTML = `<div role="grid" style="height:700px"><div style="height:700px;overflow:auto">${row.repeat(count)}</div></div>`;
    },
  };
})();
