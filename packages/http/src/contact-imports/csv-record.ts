import { oneOf } from '@carillon/core'

/** Selects `spreadsheetRecordOf` by the query parameter `spreadsheet`. */
export const SPREADSHEET = oneOf(['1'])

/** How to write the records of a file, given the query parameter. */
export function recordWriterOf(spreadsheet: string | undefined): (cells: readonly string[]) => string {
  return spreadsheet === '1' ? spreadsheetRecordOf : recordOf
}

/** A record as RFC 4180 specifies it. Values are quoted if necessary, and not changed otherwise. */
export function recordOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? quoted(cell) : cell)).join(',')}\r\n`
}

/**
 * A record that people may open in a spreadsheet program: a cell that the program would read as a formula begins with
 * an apostrophe. Every cell is quoted.
 */
export function spreadsheetRecordOf(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/**
 * Programs in many countries expect semicolons instead of commas, or split at tabs and at line breaks. They then find
 * cells inside of ours, so a formula there gets an apostrophe too.
 */
function withoutFormula(text: string): string {
  const marked = text.replace(FORMULA, "$1'")
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked
}

/** The start of a formula, after characters that programs may drop: white space, invisible characters and quotes. */
const FORMULA = /(^|[;\t\r\n])(?=(?:(?![\t\r\n])[\p{Z}\p{Cc}\p{Cf}'"])*[=+\-@＝＋－＠])/gu
