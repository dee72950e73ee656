const DEADLINE_MS = 15_000

/** The page's requests to the service. If a request fails, the message of its error can be shown to the user. */
export const service = {
  write: ({ from, to, body }) => ask('POST', 'inbound', { from, to, body }),
  sendReceipt: ({ id, status }) => ask('POST', 'receipts', { id, status }),
  emptyPhones: () => ask('DELETE', 'messages'),
  /** The latest texts of one phone, newest first. */
  async textsOf(phone, { limit }) {
    const { results } = await ask('GET', `texts?${new URLSearchParams({ phone, limit })}`)
    return results
  },
}

async function ask(method, path, body) {
  const { response, text } = await fetchText(new URL(path, document.baseURI), {
    method,
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = read(text)
  if (!response.ok) throw new Error(answer?.message ?? `The service responded with status ${response.status}`)
  return answer
}

async function fetchText(url, request) {
  try {
    const response = await fetch(url, request)
    return { response, text: await response.text() }
  } catch {
    throw new Error('The service does not respond. Check that it is running.')
  }
}

/** Null if the text is not JSON: it is empty, or comes from a proxy between the page and the service. */
function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
