const AGAIN_MS = 2_000

/** The service sends a heartbeat every 15 seconds; after this time, two are missing. */
const SILENCE_MAX_MS = 35_000

/**
 * Listens to the service while the page is visible: a browser limits the connections to a server, and background tabs
 * must not use them up. The browser reconnects after a lost connection, but gives up after a refusal, and does not
 * notice when a connection dies silently. In these two cases this function opens a new stream.
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

  /** Closes the stream. The page is not live again until the service has sent all texts. */
  function close() {
    clearTimeout(timer)
    if (source === null) return
    source.close()
    source = null
    onConnection('reconnecting')
  }
}
