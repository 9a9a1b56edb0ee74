/** A variable of a NetCDF-3 file; `values` as numbers, or a text for `char`. */
export interface Netcdf3Variable {
  readonly name: string;
  readonly type: "byte" | "char" | "short" | "int" | "float" | "double";
  readonly dimensions: readonly string[];
  readonly values: readonly number[] | string;
  readonly attributes?: Netcdf3Attributes;
}

type Netcdf3Attributes = Readonly<
  Record<string, string | { readonly type: Netcdf3Variable["type"]; readonly numbers: readonly number[] }>
>;

export interface Netcdf3File {
  /** 0 is the record dimension. */
  readonly dimensions: Readonly<Record<string, number>>;
  readonly records?: number;
  readonly variables: readonly Netcdf3Variable[];
  readonly attributes?: Netcdf3Attributes;
}

const codes = { byte: 1, char: 2, short: 3, int: 4, float: 5, double: 6 } as const;
const widths = { byte: 1, char: 1, short: 2, int: 4, float: 4, double: 8 } as const;

/** A file in the classic form (NetCDF Classic Format Specification, CDF-1), written here from the specification. */
export function netcdf3Bytes(file: Netcdf3File): Buffer {
  const names = Object.keys(file.dimensions);
  const records = file.records ?? 0;
  const isRecord = (one: Netcdf3Variable) => file.dimensions[one.dimensions[0] ?? ""] === 0;
  const inner = (one: Netcdf3Variable) =>
    one.dimensions
      .filter((_, index) => !(index === 0 && isRecord(one)))
      .reduce((product, name) => product * (file.dimensions[name] ?? 1), 1);
  const partBytes = (one: Netcdf3Variable) => inner(one) * widths[one.type];
  const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
  const recordVariables = file.variables.filter(isRecord);
  const isAlone = recordVariables.length === 1;
  const stepOf = (one: Netcdf3Variable) =>
    isRecord(one) && isAlone ? partBytes(one) : padded(partBytes(one));

  const header = (begins: readonly number[]): Buffer =>
    Buffer.concat([
      Buffer.from("CDF\u0001", "latin1"),
      int(records),
      list(
        10,
        names.map((name) => Buffer.concat([text(name), int(file.dimensions[name] ?? 0)])),
      ),
      attributesBytes(file.attributes ?? {}),
      list(
        11,
        file.variables.map((one, index) =>
          Buffer.concat([
            text(one.name),
            int(one.dimensions.length),
            ...one.dimensions.map((name) => int(names.indexOf(name))),
            attributesBytes(one.attributes ?? {}),
            int(codes[one.type]),
            int(padded(partBytes(one))),
            int(begins[index] ?? 0),
          ]),
        ),
      ),
    ]);

  let at = header([]).length;
  const begins = file.variables.map(() => 0);
  const place = (wanted: boolean): void => {
    file.variables.forEach((one, index) => {
      if (isRecord(one) !== wanted) return;
      begins[index] = at;
      at += stepOf(one);
    });
  };
  place(false);
  place(true);
  const stride = recordVariables.reduce((sum, one) => sum + stepOf(one), 0);
  const bytes = Buffer.alloc(at + stride * Math.max(0, records - 1));
  header(begins).copy(bytes);
  file.variables.forEach((one, index) => {
    const data = valueBytes(one.type, one.values);
    const part = partBytes(one);
    for (let record = 0; record < (isRecord(one) ? records : 1); record++)
      data.copy(bytes, (begins[index] ?? 0) + record * stride, record * part, (record + 1) * part);
  });
  return bytes;
}

function attributesBytes(attributes: Netcdf3Attributes): Buffer {
  return list(
    12,
    Object.entries(attributes).map(([name, value]) => {
      const [type, values] =
        typeof value === "string" ? (["char", value] as const) : ([value.type, value.numbers] as const);
      const bytes = valueBytes(type, values);
      return Buffer.concat([text(name), int(codes[type]), int(bytes.length / widths[type]), pad(bytes)]);
    }),
  );
}

function list(tag: number, items: readonly Buffer[]): Buffer {
  return items.length === 0 ? Buffer.alloc(8) : Buffer.concat([int(tag), int(items.length), ...items]);
}

function valueBytes(type: Netcdf3Variable["type"], values: readonly number[] | string): Buffer {
  if (typeof values === "string") return Buffer.from(values, "utf8");
  const width = widths[type];
  const bytes = Buffer.alloc(values.length * width);
  values.forEach((value, index) => {
    const at = index * width;
    if (type === "byte") bytes.writeInt8(value, at);
    else if (type === "char") bytes.writeUInt8(value, at);
    else if (type === "short") bytes.writeInt16BE(value, at);
    else if (type === "int") bytes.writeInt32BE(value, at);
    else if (type === "float") bytes.writeFloatBE(value, at);
    else bytes.writeDoubleBE(value, at);
  });
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  return Buffer.concat([int(bytes.length), pad(bytes)]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
