/** The message of the error that `work` rejects with; null if it resolves. */
export function failureOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    ({ message }: Error) => message,
  )
}
