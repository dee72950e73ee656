/** Makes each variant of a statement once. A variant is equal to another if its JSON is. */
export function onceEach<Variant, Made>(make: (variant: Variant) => Made): (variant: Variant) => Made {
  const made = new Map<string, Made>()
  return (variant) => {
    const key = JSON.stringify(variant)
    const one = made.get(key) ?? make(variant)
    made.set(key, one)
    return one
  }
}
