/** The character, or its name or code point if it cannot be seen. */
export function visibleName(character: string): string {
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return character
  return NAMES[character] ?? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'non-breaking space',
  '\u00ad': 'soft hyphen',
  '\u2009': 'thin space',
  '\u202f': 'narrow space',
  '\u3000': 'wide space',
  '\u200b': 'invisible space',
  '\u200d': 'invisible joiner',
  '\u2060': 'invisible joiner',
  '\ufeff': 'invisible mark',
  '\ufe0f': 'invisible emoji selector',
  '\t': 'tab',
}
