type Comparison<T> = (a: T, b: T) => number
type Ordered = string | number | Date

/** Upward by the first of these, and where that is equal by the next; strings by their code units. */
export function by<T>(...keys: readonly ((item: T) => Ordered)[]): Comparison<T> {
  return (a, b) => {
    for (const key of keys) {
      const [x, y] = [key(a), key(b)]
      if (x < y) return -1
      if (x > y) return 1
    }
    return 0
  }
}

export function downward<T>(comparison: Comparison<T>): Comparison<T> {
  return (a, b) => comparison(b, a)
}

/** As most lists are read. */
export const NEWEST_FIRST = downward<{ readonly createdAt: Date; readonly id: string }>(
  by(
    ({ createdAt }) => createdAt,
    ({ id }) => id,
  ),
)
