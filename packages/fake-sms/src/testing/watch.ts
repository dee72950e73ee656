type Told = { readonly event: string; readonly data: unknown }

/** Reads a stream of server-sent events as it comes. At its end there is null. */
export async function watch(url: string) {
  const leaving = new AbortController()
  const response = await fetch(url, { signal: leaving.signal })
  const { status, headers } = response
  const frames = framesOf(response)
  const nextFrame = async (): Promise<string | null> => (await frames.next()).value ?? null
  /** Passes over what tells nothing. */
  const next = async (): Promise<Told | null> => {
    for (;;) {
      const frame = await nextFrame()
      if (frame === null) return null
      const [, event, data] = frame.match(/^event: (.*)\ndata: (.*)$/) ?? []
      if (event !== undefined && event !== 'alive') return { event, data: JSON.parse(data!) }
    }
  }
  return { status, headers, nextFrame, next, leave: () => leaving.abort() }
}

/** Holds the response itself: one that is forgotten before anybody reads it is ended by `fetch`. */
async function* framesOf(response: Response): AsyncGenerator<string, undefined> {
  let unread: string[] = []
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    unread.push(text)
    // A long frame comes in many pieces, which are put together once.
    if (!text.includes('\n')) continue
    const frames = unread.join('').split('\n\n')
    unread = [frames.pop()!]
    yield* frames
  }
}
