/** The number of schedules on a page of the lists. */
const PAGE_LENGTH = 100
const DEEP_PAGE = 700
const MONTH_MS = 30 * 86_400_000

/** Lists with different filters and orders; `where` and `order` are the filter and the order in SQL, for the check. */
export function listsOf(now) {
  const [from, to] = [new Date(now + MONTH_MS), new Date(now + 2 * MONTH_MS)]
  const next = 'next_at nulls last, id'
  const nextDown = 'next_at desc nulls last, id desc'
  const span = `nextScheduledFrom=${from.toISOString()}&nextScheduledTo=${to.toISOString()}`
  const between = `next_at between '${from.toISOString()}' and '${to.toISOString()}'`
  return [
    { name: 'default order', query: '', order: next },
    { name: 'last next one first', query: 'sort=-nextScheduledFor', order: nextDown },
    { name: 'oldest first', query: 'sort=createdAt', order: 'created_at, id' },
    { name: 'newest first', query: 'sort=-createdAt', order: 'created_at desc, id desc' },
    { name: 'active', query: 'status=active', where: "status = 'active'", order: next },
    { name: 'ended', query: 'status=ended', where: "status = 'ended'", order: next },
    { name: 'single', query: 'timing=oneTime', where: "timing = 'oneTime'", order: next },
    { name: 'next in a month', query: span, where: between, order: next },
    {
      name: 'paused recurring ones, newest first',
      query: 'status=paused&timing=recurring&sort=-createdAt',
      where: "status = 'paused' and timing = 'recurring'",
      order: 'created_at desc, id desc',
    },
    { name: `page ${DEEP_PAGE}`, query: '', order: next, page: DEEP_PAGE },
    {
      name: `page ${DEEP_PAGE}, last next one first`,
      query: 'sort=-nextScheduledFor',
      order: nextDown,
      page: DEEP_PAGE,
    },
    {
      name: `page ${DEEP_PAGE}, newest first`,
      query: 'sort=-createdAt',
      order: 'created_at desc, id desc',
      page: DEEP_PAGE,
    },
  ].map(({ query, page = 1, where = 'true', ...list }) => ({
    ...list,
    where,
    limit: PAGE_LENGTH,
    offset: (page - 1) * PAGE_LENGTH,
    path: `?${query}${query && '&'}page=${page}&limit=${PAGE_LENGTH}`,
  }))
}

/** The timetable of a new or changed schedule. */
export function timetableOf(random, now) {
  const day = new Date(now + Math.ceil(2 + random() * 300) * 86_400_000).toISOString().slice(0, 10)
  const minute = String(Math.floor(random() * 60)).padStart(2, '0')
  const recurrence = { frequency: 'weekly', interval: 2, daysOfWeek: ['tue', 'fri'], endType: 'never' }
  return { at: `${day}T10:${minute}`, timezone: 'America/Chicago', recurrence }
}
