const STEPS_MAX = 4

/** Round whole numbers from 0 on, evenly spaced, of which the last is at least `max`. */
export function axisTicks(max: number): readonly number[] {
  const least = Math.max(1, max / STEPS_MAX)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = Math.ceil([1, 2, 5, 10].find((factor) => factor * power >= least)! * power)
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, i) => i * step)
}
