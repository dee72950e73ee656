import { CODE_LIFETIME_MS } from './form-entry.js'

/** Stands in a text where the code is put in on its way to the provider, so that it is stored and shown nowhere. */
const CODE_PLACE = '******'

export function codeTextOf({ name }: { readonly name: string }): string {
  return `${CODE_PLACE} is your code for texts from ${name}. It works for ${CODE_LIFETIME_MS / 60_000} minutes. If you did not ask for it, ignore this text.`
}

export function withCode(body: string, code: string): string {
  return body.startsWith(CODE_PLACE) ? code + body.slice(CODE_PLACE.length) : body
}
