import type { Replacement } from '@carillon/core/smart-encoding'
import { visibleName } from './visible-name.js'

const NUMBERS = new Intl.NumberFormat('en')

export function replacementWords({ character, by, count }: Replacement): string {
  const times = count > 1 ? ` (${NUMBERS.format(count)} times)` : ''
  return `${visibleName(character)} ${resultWords(by)}${times}`
}

function resultWords(by: string): string {
  if (by === '') return 'is removed'
  return by === ' ' ? 'becomes a space' : `becomes ${by.trim()}`
}
