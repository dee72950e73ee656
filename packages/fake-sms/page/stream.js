const AGAIN_MS = 2_000

/** The service shows a sign of life every 15 seconds: two of them are missing. */
const SILENCE_MAX_MS = 35_000

/**
 * Listens to the service for as long as somebody looks at the page: a browser has few connections to one server, which
 * tabs in the background are not to use up. The browser itself connects again after a cut; when it is refused it gives
 * up, and when a connection dies without a word it does not notice. Then a new stream is opened here.
 */
export function listen({ onTexts, onText, onCleared, onConnection }) {
  let source = null
  let timer

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  if (!document.hidden) open()

  function open() {
    close()
    source = new EventSource(new URL('events', document.baseURI))
    source.addEventListener('error', ({ target }) => {
      onConnection('reconnecting')
      if (target.readyState === EventSource.CLOSED) openIn(AGAIN_MS)
    })
    hear('texts', (texts) => {
      onTexts(texts)
      onConnection('live')
    })
    hear('text', onText)
    hear('cleared', onCleared)
    hear('alive', () => {})
    openIn(SILENCE_MAX_MS)
  }

  function hear(kind, tell) {
    source.addEventListener(kind, ({ data }) => {
      openIn(SILENCE_MAX_MS)
      tell(JSON.parse(data))
    })
  }

  function openIn(ms) {
    clearTimeout(timer)
    timer = setTimeout(open, ms)
  }

  /** What is shown is no longer live, until everything is told anew. */
  function close() {
    clearTimeout(timer)
    if (source === null) return
    source.close()
    source = null
    onConnection('reconnecting')
  }
}
