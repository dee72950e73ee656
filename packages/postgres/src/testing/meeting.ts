/** Every caller waits until `size` callers have arrived. */
export function meeting(size: number): () => Promise<void> {
  let missing = size
  let meet = () => {}
  const complete = new Promise<void>((resolve) => (meet = resolve))
  return () => {
    if (--missing === 0) meet()
    return complete
  }
}
