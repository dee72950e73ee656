/** A figure that must not exceed its limit. */
export function upTo(what, limit, seen) {
  return { what, limit: `at most ${limit}`, seen, holds: seen <= limit }
}

/** A figure that must be exactly as expected. */
export function exactly(what, limit, seen) {
  return { what, limit: `${limit}`, seen, holds: seen === limit }
}
