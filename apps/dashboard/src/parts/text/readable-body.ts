/** A body as a title: its merge tags in words, on one line, and not longer than a glance. */
export function readableBody(body: string, lengthMax = 90): string {
  const words = body
    .replace(
      /\{\{\s*trackingLink\s+(?:"([^"]*)"|'([^']*)')\s*\}\}/g,
      (_, one?: string, other?: string) => one ?? other ?? '',
    )
    .replace(
      /\{\{\s*dateOffset\s+["'](\d+)([dwmy])["']\s*\}\}/g,
      (_, count: string, unit: string) => `[day of sending + ${count}${unit}]`,
    )
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (tag, name: string) => (NAMES[name] === undefined ? tag : `[${NAMES[name]}]`))
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...words]
  return characters.length <= lengthMax
    ? words
    : `${characters
        .slice(0, lengthMax - 1)
        .join('')
        .trimEnd()}…`
}

const NAMES: Readonly<Record<string, string | undefined>> = {
  contact_first_name: 'first name',
  contact_last_name: 'last name',
  contact_email: 'e-mail',
  contact_phone_number: 'phone number',
  contact_gender: 'gender',
  contact_date_of_birth: 'date of birth',
  contact_zip_code: 'postal code',
  current_date: 'day of sending',
  ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`contact_custom_field_${i + 1}`, `field ${i + 1}`])),
}
