/** An instrument that has another name now and is the same in all else. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** The name that an instrument of this name has now. */
export function nameNow(name: string, { from, to }: Renamed): string {
  return name === from ? to : name;
}
