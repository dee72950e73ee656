import type { Page, PageRequest } from '@carillon/core'

export function pageOf<T>(items: readonly T[], { page, limit }: PageRequest): Page<T> {
  return { page, limit, totalCount: items.length, results: items.slice((page - 1) * limit, page * limit) }
}
