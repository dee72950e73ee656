import { runCommand } from './command/run-command.js'

/** A terminal and npm may both forward the same Ctrl-C: only a later signal counts as a second one. */
const ECHO_MS = 300

const interruption = new AbortController()
let interruptedAt = 0

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted && Date.now() - interruptedAt > ECHO_MS) process.exit(128 + number)
    if (!interruption.signal.aborted) interruptedAt = Date.now()
    interruption.abort()
  })
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  // The reader of our output closed the pipe, as `head` does.
  interruption.abort()
})

// Conversions to other zones go through the local zone, and would be wrong for an hour that the local zone skips.
process.env['TZ'] = 'UTC'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: interruption.signal,
})
