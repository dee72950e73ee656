/** A record as RFC 4180 specifies it. Values are quoted if necessary, and not changed otherwise. */
export function recordOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
