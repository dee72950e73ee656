/** Runs it once the frame that shows what the person did is on the screen, for what takes longer than a frame. */
export function afterPaint(run: () => void) {
  requestAnimationFrame(() => setTimeout(run))
}
