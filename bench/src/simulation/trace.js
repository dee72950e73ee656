import { createHash } from 'node:crypto'

const KEPT = 30

/** The log of a world, line by line: a hash of all lines, and the last lines as text. */
export function createTrace(clock) {
  const hash = createHash('sha256')
  const last = []
  let steps = 0
  return {
    say(text) {
      const line = `${++steps} ${clock.now().toISOString()} ${text}`
      hash.update(`${line}\n`)
      last.push(line)
      if (last.length > KEPT) last.shift()
    },
    steps: () => steps,
    last: () => [...last],
    digest: () => hash.copy().digest('hex'),
  }
}
