import { connect } from 'node:net'

const CONNECTIONS = 50
const BYTE_EVERY_MS = 1_000

/**
 * Connections that each send a form a byte a second. `ended` resolves when the servers have ended all of them, with
 * their status codes and the longest time; `close` gives up on them.
 */
export function openSlowBodies({ service }, { group }) {
  const all = Array.from({ length: CONNECTIONS }, (_, n) =>
    slowBody(service.urls[n % service.urls.length], { group, n }),
  )
  return {
    ended: Promise.all(all.map(({ ended }) => ended)),
    close: () => all.forEach(({ socket }) => socket.destroy()),
  }
}

function slowBody(url, { group, n }) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const startedAt = performance.now()
  socket.write(
    `POST /opt-in/${group} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Forwarded-For: 198.51.100.${100 + n}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n',
  )
  const writing = setInterval(() => socket.write('a'), BYTE_EVERY_MS)
  const ended = new Promise((resolve) => {
    let received = ''
    socket.on('data', (data) => (received += data.toString()))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(writing)
      resolve({ status: Number(received.split(' ')[1] ?? 0), lastedMs: performance.now() - startedAt })
    })
  })
  return { socket, ended }
}
