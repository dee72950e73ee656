/** An international number without its plus sign, as many carriers want it. Any other sender is left as it is. */
export function digitsOf(phone: string): string {
  return phone.replace(/^\+(?=\d+$)/, '')
}

/** An international number with its plus sign. Short codes and names are left as they are. */
export function withPlus(phone: string): string {
  return /^[1-9]\d{7,14}$/.test(phone) ? `+${phone}` : phone
}
