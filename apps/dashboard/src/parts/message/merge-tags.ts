/** What the service fills in for each person, by the words that people know it by. */
export const CONTACT_TAGS = [
  { label: 'First name', tag: '{{contact_first_name}}' },
  { label: 'Last name', tag: '{{contact_last_name}}' },
  { label: 'Phone number', tag: '{{contact_phone_number}}' },
  { label: 'E-mail', tag: '{{contact_email}}' },
  { label: 'Date of birth', tag: '{{contact_date_of_birth}}' },
  { label: 'Gender', tag: '{{contact_gender}}' },
  { label: 'Postal code', tag: '{{contact_zip_code}}' },
] as const

export const TODAY_TAG = '{{current_date}}'

export const DATE_UNITS = [
  { value: 'd', label: 'days' },
  { value: 'w', label: 'weeks' },
  { value: 'm', label: 'months' },
  { value: 'y', label: 'years' },
] as const

/** Today plus a number of units: of the day on which the text is sent. */
export function dateTag(count: number, unit: string): string {
  return `{{dateOffset "${count}${unit}"}}`
}

export function customFieldTag(key: string): string {
  return `{{${key}}}`
}

/** Why the service does not fill in what looks like a tag. */
export function tagWarning(tag: string): string {
  return `${tag} ${tag.endsWith('}}') ? 'is no tag' : 'is not closed'} and will be sent as it is.`
}

/** A link with a different URL for each person, so that clicks are counted. */
export function linkTag(link: string): string {
  return link.includes('"') ? `{{trackingLink '${link}'}}` : `{{trackingLink "${link}"}}`
}

/** The text with a tag in place of what is selected. Between words it gets a space, as a person would type it. */
export function withTag(
  text: string,
  tag: string,
  { start, end }: Selection,
): { readonly text: string; readonly caret: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const space = /[\p{L}\p{N}}]$/u.test(before) ? ' ' : ''
  const head = before + space + tag
  return { text: head + after, caret: head.length }
}

type Selection = { readonly start: number; readonly end: number }
