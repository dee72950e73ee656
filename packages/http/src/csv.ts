/** RFC 4180, and nothing else done to the values: what goes out must come in again as it was. */
export function recordOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
