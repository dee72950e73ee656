import { Writable } from 'node:stream'
import { runCommand } from '../command/run-command.js'

export type Said = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** A shell in which `carillon` speaks to one server. */
export function aShell(env: Readonly<Record<string, string>>) {
  return async (args: readonly string[], { interrupted = new AbortController().signal } = {}): Promise<Said> => {
    const [stdout, stderr] = [collector(), collector()]
    const code = await runCommand(args, { env, stdout: stdout.stream, stderr: stderr.stream, interrupted })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }
}

function collector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
