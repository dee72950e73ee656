/** Waits until the condition is true, with a timeout so that a failing test ends. */
export async function waitUntil(isMet: () => boolean) {
  for (let round = 0; !isMet(); round++) {
    if (round > 20_000) throw new Error(`It never came true: ${isMet.toString()}`)
    await new Promise(setImmediate)
  }
}
