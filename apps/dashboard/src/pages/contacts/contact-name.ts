type Named = { readonly firstName?: string | undefined; readonly lastName?: string | undefined }

/** First and last name; null if the contact has neither. */
export function nameOf({ firstName, lastName }: Named): string | null {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ')
  return name === '' ? null : name
}
