/** There are few variants. Should there ever be many, it begins anew. */
const VARIANTS_MAX = 1_000

/** Makes each variant of a statement once. A variant is equal to another if its key is. */
export function onceEach<Variant, Made>(
  make: (variant: Variant) => Made,
  keyOf: (variant: Variant) => string = JSON.stringify,
): (variant: Variant) => Made {
  const made = new Map<string, Made>()
  return (variant) => {
    const key = keyOf(variant)
    const before = made.get(key)
    if (before !== undefined) return before
    if (made.size >= VARIANTS_MAX) made.clear()
    const one = make(variant)
    made.set(key, one)
    return one
  }
}

/** The same for a text, which is its own key. */
export function onceEachText<Made>(make: (text: string) => Made): (text: string) => Made {
  return onceEach(make, (text) => text)
}
