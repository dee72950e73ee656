export type StreamEvent = { readonly id: string; readonly topic: string; readonly data: string }

/** Parses a stream of server-sent events, however its bytes are cut. */
export async function* eventsIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let [id, topic, data]: [string, string, string[]] = ['', '', []]
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, topic, data: data.join('\n') }
        topic = ''
        data = []
        continue
      }
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (name === 'id') id = value
      if (name === 'event') topic = value
      if (name === 'data') data.push(value)
    }
  }
}
