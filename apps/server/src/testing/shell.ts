import { Readable, Writable } from 'node:stream'
import { runCommand } from '../command/run-command.js'

export type Said = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** A shell in which `carillon` speaks to one server. */
export function aShell(env: Readonly<Record<string, string>>) {
  return async (
    args: readonly string[],
    { interrupted = new AbortController().signal, stdin = '' } = {},
  ): Promise<Said> => {
    const [stdout, stderr] = [anOutput(), anOutput()]
    const code = await runCommand(args, { env, stdin: () => Readable.from([stdin]), stdout, stderr, interrupted })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }
}

/** Keeps what is written to it. */
export function anOutput({ isTTY = false } = {}) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return Object.assign(stream, { isTTY, text: () => Buffer.concat(chunks).toString() })
}
