/** A promise that one part of a test waits for, until another part resolves it. */
export function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}
