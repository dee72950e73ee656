import { isE164, plainNumber } from '../../../parts/text/plain-number.js'

/** The service accepts this many entries at once. */
export const ENTRIES_MAX = 50_000

/**
 * The entries in what a person pasted, or in a file: a line each, or several in a line, between commas, semicolons or
 * tabs. In a table, the column of the numbers is taken: the one whose heading says so, or the only cell of a line that
 * looks like a number. Whatever is left is kept as an entry, so that the service can say what is wrong with it.
 */
export function entriesIn(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const heading = cellsOf(lines[0]!, SEPARATORS)
  const column = numberColumn(heading)
  // In a table, other separators are a part of the cells.
  const separators = column === -1 ? SEPARATORS : SEPARATORS.filter((one) => lines[0]!.includes(one)).slice(0, 1)
  return lines.slice(column === -1 ? 0 : 1).flatMap((line) => {
    const cells = cellsOf(line, separators)
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length === 0) return []
    if (column !== -1) return (cells[column] ?? '') === '' ? [filled.join(', ')] : [cells[column]!]
    const numbers = filled.filter(looksLikeNumber)
    return numbers.length > 0 ? numbers : [filled.join(', ')]
  })
}

/** More entries than this are not shown as text: a field with 50,000 lines would make typing slow. */
export const SHOWN_MAX = 500

export type Pasting = {
  /** What stands in the field before and after that which the pasted text takes the place of. */
  readonly before: string
  readonly pasted: string
  readonly after: string
}

/** All entries after a paste that is too long to be shown as text; null if the field itself can take it. */
export function entriesAfterPaste({ before, pasted, after }: Pasting): readonly string[] | null {
  const added = entriesIn(pasted)
  return added.length > SHOWN_MAX ? [...entriesIn(before), ...added, ...entriesIn(after)] : null
}

const SEPARATORS: readonly string[] = [',', ';', '\t']

/** Quotation marks protect separators in a cell; numbers need no more of CSV than that. */
function cellsOf(line: string, separators: readonly string[]): readonly string[] {
  if (!line.includes('"')) return line.split(new RegExp(`[${separators.join('')}]`)).map((cell) => cell.trim())
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && separators.includes(character)) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** The column with a heading for numbers; -1 if the first line is no heading. */
function numberColumn(cells: readonly string[]): number {
  if (cells.some(looksLikeNumber)) return -1
  return cells.findIndex((cell) =>
    /^(?:phone|mobile|cell|tel(?:ephone)?|number|msisdn|to)\b|phone ?number|phone_number/i.test(cell),
  )
}

function looksLikeNumber(cell: string): boolean {
  return /^'?\+?[\d\s().\-/\u00a0\u2010-\u2015]{5,}$/.test(cell) && cell.replace(/\D/g, '').length >= 5
}

/** The entries that are numbers in E.164 form, each once. */
export function phonesIn(entries: readonly string[]): readonly string[] {
  return [...new Set(entries.map(plainNumber).filter(isE164))]
}
