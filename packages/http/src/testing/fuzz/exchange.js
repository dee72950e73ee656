import { Agent, request as send } from 'node:http'

/** Sends requests byte for byte, and returns their responses. The status is 0 if there was no response. */
export function exchangeWith(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(url)
  const once = ({ method, path, headers, body }) =>
    new Promise((resolve) => {
      const sent = send({ agent, hostname, port, method, path, headers: { ...lengthOf(headers, body), ...headers } })
      let answered = false
      sent.on('response', (response) => {
        answered = true
        const chunks = []
        const done = () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode, headers: response.headers, text })
        }
        response.on('data', (chunk) => chunks.push(chunk)).on('end', done)
        response.on('error', (error) => resolve(nothing(error, sent)))
      })
      // A server may refuse a request before it has read the whole body.
      sent.on('error', (error) => answered || resolve(nothing(error, sent)))
      sent.end(body ?? undefined)
    })
  return {
    async ask(request) {
      const answer = await once(request)
      // The server may close an idle connection at the moment when it is reused.
      return answer.status === 0 && answer.wasReused ? once(request) : answer
    },
    close: () => agent.destroy(),
  }
}

/** For some methods, Node would send a body without its length. */
function lengthOf(headers, body) {
  return body === null || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
}

function nothing(error, sent) {
  return { status: 0, headers: {}, text: String(error.code ?? error), wasReused: sent.reusedSocket }
}
