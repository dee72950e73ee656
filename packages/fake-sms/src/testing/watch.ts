type ReceivedEvent = { readonly event: string; readonly data: unknown }

/** Reads a stream of server-sent events as it arrives. `next` returns null at the end. */
export async function watch(url: string) {
  const leaving = new AbortController()
  const response = await fetch(url, { signal: leaving.signal })
  const { status, headers } = response
  const frames = framesOf(response)
  const nextFrame = async (): Promise<string | null> => (await frames.next()).value ?? null
  /** Skips the retry time and heartbeats. */
  const next = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const frame = await nextFrame()
      if (frame === null) return null
      const [, event, data] = frame.match(/^event: (.*)\ndata: (.*)$/) ?? []
      if (event !== undefined && event !== 'alive') return { event, data: JSON.parse(data!) }
    }
  }
  return { status, headers, nextFrame, next, leave: () => leaving.abort() }
}

/** Keeps a reference to the response: `fetch` closes a response that is garbage-collected before it is read. */
async function* framesOf(response: Response): AsyncGenerator<string, undefined> {
  let unread: string[] = []
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    unread.push(text)
    // A long frame arrives in many pieces, which are joined only once.
    if (!text.includes('\n')) continue
    const frames = unread.join('').split('\n\n')
    unread = [frames.pop()!]
    yield* frames
  }
}
