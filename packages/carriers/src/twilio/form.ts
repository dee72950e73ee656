/** The values of each field of a form; a field can be repeated. */
export type Form = ReadonlyMap<string, readonly string[]>

export function readForm(body: Uint8Array): Form {
  const form = new Map<string, string[]>()
  // A byte order mark is kept, because the signature covers it.
  for (const [name, value] of new URLSearchParams(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body))) {
    const values = form.get(name)
    if (values === undefined) form.set(name, [value])
    else values.push(value)
  }
  return form
}

/** The first value of a field; null if the form does not have the field, or the field is empty. */
export function fieldOf(form: Form, name: string): string | null {
  return form.get(name)?.[0] || null
}
