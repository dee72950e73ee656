/** The names in a list that is separated by commas; undefined if one of them is no host name. */
export function hostNamesOf(text: string): readonly string[] | undefined {
  const names = text.split(',').map((part) => part.trim())
  return names.every(isHostName) ? names : undefined
}

export function isHostName(text: string): boolean {
  return /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
}
