import { Module, ready } from "h5wasm";
import { NetcdfError } from "./netcdf-view.ts";

/** Memory that the library may have, bytes: the largest piece, packed and unpacked, and the values out of it. */
const mostLibraryBytes = 64 * 2 ** 20;
const pageBytes = 65_536;

/** A read as the library offers it: below 0 when it failed. */
type Read = (...given: never[]) => number;

let library: Promise<typeof Module> | null = null;

/**
 * The library of this thread, made careful: memory for values begins empty, a read that failed throws `NetcdfError` (the
 * library itself goes on with what lay in that memory before), and it never grows beyond its bound, whatever a packed
 * piece unpacks to.
 */
export function openLibrary(): Promise<typeof Module> {
  library ??= ready.then(() => {
    boundMemory(mostLibraryBytes);
    const allocate: (bytes: number) => number = Module._malloc;
    const getDataset: Read = Module.get_dataset_data;
    const getAttribute: Read = Module.get_attribute_data;
    return Object.assign(Module, {
      _malloc: (bytes: number): number => {
        const at = allocate(bytes);
        if (at !== 0) Module.HEAPU8.fill(0, at, at + bytes);
        return at;
      },
      get_dataset_data: checked(getDataset),
      get_attribute_data: checked(getAttribute),
    });
  });
  return library;
}

function checked(read: Read): Read {
  return (...given) => {
    const status = read(...given);
    if (status < 0)
      throw new NetcdfError(
        "{file} is damaged, or too large when unpacked: its values cannot be read here. Download it and open it with another program.",
        true,
      );
    return status;
  };
}

/** Applies to every memory of WebAssembly in this thread, of which the library has the only one. */
function boundMemory(mostBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > mostBytes)
      throw new RangeError(`${mostBytes} bytes is the memory limit for opening a file`);
    return grow.call(this, pages);
  };
}
