import { DAY_WORDS, WEEKDAYS } from '../../../parts/timing/weekdays.js'
import type { WindowRow } from './window-values.js'

/** The windows as people read them: `Mon to Fri 08:00 to 21:00; Sat 10:00 to 18:00`. */
export function windowsWords(rows: readonly WindowRow[] | null): string {
  if (rows === null) return 'at any time'
  return rows.map(rowWords).join('; ')
}

function rowWords({ days, from, to, group }: WindowRow): string {
  const whom = group === '' ? '' : ` for members of ${group}`
  return `${daysWords(days)} ${from || '?'} to ${to || '?'}${whom}`
}

/** Three and more days in a row are named by the first and the last. */
function daysWords(days: WindowRow['days']): string {
  const first = WEEKDAYS.indexOf(days[0] ?? 'mon')
  const isInARow = days.length > 2 && days.every((day, n) => day === WEEKDAYS[first + n])
  const shown = isInARow ? [days[0]!, days.at(-1)!] : days
  return shown.length === 0 ? 'No day' : shown.map((day) => DAY_WORDS[day]).join(isInARow ? ' to ' : ', ')
}
