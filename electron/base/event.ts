/** Takes a listener. Gives a function that ends it. */
export type Subscribe<T> = (listener: (value: T) => void) => () => void;

/** Tells its listeners, in the order in which they came. */
export interface Emitter<T> {
  readonly on: Subscribe<T>;
  emit(value: T): void;
}

/** `onError`: each listener may fail without harm to the others. Left out: what a listener throws, `emit` throws. */
export function createEmitter<T = void>(onError?: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value) {
      for (const listener of listeners)
        try {
          listener(value);
        } catch (error) {
          if (onError === undefined) throw error;
          onError(error);
        }
    },
  };
}
