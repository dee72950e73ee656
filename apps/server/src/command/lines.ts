import type { Readable } from 'node:stream'

/** Reads on only when the line before was dealt with, so that nothing piles up. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
