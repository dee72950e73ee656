/** The words of the error that it fails with; null where it does not. */
export function failureOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    ({ message }: Error) => message,
  )
}
