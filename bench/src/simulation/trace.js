import { createHash } from 'node:crypto'

const KEPT = 30

/** What happened in a world, line by line: all of it in a hash, and the end of it to read. */
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
