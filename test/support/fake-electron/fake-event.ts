/** An event that can be declined, as Electron gives it to listeners. */
export interface FakeEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

/** A new event; `facts` are its own fields. */
export function fakeEvent<T extends object>(facts: T): FakeEvent & T {
  let isPrevented = false;
  const event: FakeEvent = {
    preventDefault() {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(facts)) as FakeEvent & T;
}
