/** Yields the JSON of each line, and reads more only when the consumer asks. Stopping early cancels the stream. */
export async function* linesOf<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) if (line !== '') yield JSON.parse(line) as T
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
