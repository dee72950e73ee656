/** The `authorization` header of a token; throws if a header cannot contain the token. `setting` is its name. */
export function bearerOf(setting: string, token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`
  throw new Error(`${setting} has a character that no header can contain, such as a space or a line break`)
}
