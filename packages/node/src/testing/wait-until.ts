/** Gives up at some time, so that a test that fails does not go on for ever. */
export async function waitUntil(holds: () => boolean) {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 20_000) throw new Error(`It never came true: ${holds.toString()}`)
    await new Promise(setImmediate)
  }
}
