/** Headers that belong to the connection, which no request may set. */
export const HEADERS_OF_CONNECTION: readonly string[] = [
  ...['connection', 'content-length', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'],
]

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\x20-\x7e]*$/

export function isHeaderName(name: string): boolean {
  return NAME.test(name)
}

/** Printable ASCII, because no server reads other characters reliably. */
export function isHeaderValue(value: string): boolean {
  return VALUE.test(value)
}
