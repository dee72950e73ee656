const OPT_INS: Readonly<Record<string, string>> = {
  DIRECT: 'Added by the API or a person',
  SILENT: 'Added without a text',
  IMPORT: 'Imported',
  CONFIRMED: 'Confirmed by text',
  FORM: 'Opt-in form',
}

export function optInWords(way: string): string {
  return OPT_INS[way] ?? way
}

const OPT_OUTS: Readonly<Record<string, string>> = {
  OTHER_WORDS: 'In other words, such as “please stop”',
  REMOVED: 'Removed from a group',
  PROVIDER: 'Reported by the carrier',
}

/** A keyword is shown as it is counted. */
export function optOutWords(way: string): string {
  return OPT_OUTS[way] ?? way
}
