import type { Readable } from 'node:stream'

/** Skips empty lines. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  for await (const line of everyLineOf(stream)) if (line !== '') yield line
}

/** Reads on only after the consumer has processed the previous lines, so that nothing accumulates. */
export async function* everyLineOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
