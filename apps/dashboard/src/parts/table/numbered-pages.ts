type NumberedPage<Row> = {
  readonly results: readonly Row[]
  readonly page: number
  readonly limit: number
  readonly totalCount: number
}

/** A list with numbered pages, as a table with cursors reads it: its cursor is the number of the page. */
export function withCursor<Row>({ results, page, limit, totalCount }: NumberedPage<Row>) {
  return { results, nextCursor: page * limit < totalCount ? String(page + 1) : null }
}

export function cursorOfPage(page: number | undefined): string | undefined {
  return page === undefined || page === 1 ? undefined : String(page)
}

/** The first page needs no number. */
export function pageOfCursor(cursor: string | undefined): number | undefined {
  return cursor === undefined ? undefined : Number(cursor)
}
