/** Where the shown part of each list begins; without it, at its first entry. */
export type SystemSearch = { readonly [List in SystemList]?: string }

export const SYSTEM_LISTS = ['users', 'audit'] as const
type SystemList = (typeof SYSTEM_LISTS)[number]
