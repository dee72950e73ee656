/** Has a timeout, so that a failing test ends. */
export async function waitUntil(holds: () => boolean) {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 20_000) throw new Error(`It never came true: ${holds.toString()}`)
    await new Promise(setImmediate)
  }
}
