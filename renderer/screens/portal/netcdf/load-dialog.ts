/** Loaded when somebody looks inside a file. */
export const loadNetcdfDialog = async () => (await import("./netcdf-dialog.tsx")).NetcdfDialog;
