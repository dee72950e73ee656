/** A text of the URL's query, if it has one. The router reads `1202` as a number and `true` as a boolean. */
export function textIn<K extends string>(search: Record<string, unknown>, name: K): { readonly [N in K]?: string } {
  const value = search[name]
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return (typeof text === 'string' && text !== '' ? { [name]: text } : {}) as { readonly [N in K]?: string }
}

export function choiceIn<K extends string, const C extends string>(
  search: Record<string, unknown>,
  name: K,
  choices: readonly C[],
): { readonly [N in K]?: C } {
  const choice = choices.find((candidate) => candidate === search[name])
  return (choice === undefined ? {} : { [name]: choice }) as { readonly [N in K]?: C }
}

/** The number of a page of a list; the first page has none. */
export function pageIn(search: Record<string, unknown>): { readonly page?: number } {
  const page = Number(search['page'])
  return Number.isInteger(page) && page > 1 ? { page } : {}
}
