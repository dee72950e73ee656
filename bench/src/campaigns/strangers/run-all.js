/** Runs the actions, at most `width` at once. */
export async function runAll(actions, { width }) {
  const left = actions.values()
  const run = async () => {
    for (const action of left) await action()
  }
  await Promise.all(Array.from({ length: width }, run))
}
