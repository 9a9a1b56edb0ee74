/** Hands the operator a file of the page's own making, as a browser does: into the folder of downloads. */
export function saveFile(fileName: string, content: BlobPart, contentType: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: contentType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
