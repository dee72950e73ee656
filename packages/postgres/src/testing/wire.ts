import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net'
import { serverUrl } from './test-database.js'

/** A wire to the database that can break where a test wants it to. */
export type Wire = {
  readonly url: string
  /** The next COMMIT happens, but its answer is lost with its connection. */
  loseNextCommitReply(): void
  close(): Promise<void>
}

/** What Postgres answers to COMMIT: the message CommandComplete with its tag. */
const COMMITTED = Buffer.from('COMMIT\0')

export async function openWire(url: string): Promise<Wire> {
  let losing = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(socketOf(serverUrl()))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (data) => {
      if (!losing || !data.includes(COMMITTED)) return void near.write(data)
      losing = false
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://carillon@127.0.0.1:${port}/${databaseOf(url)}`,
    loseNextCommitReply: () => {
      losing = true
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function databaseOf(url: string): string {
  return url.replace(/^.*@\/(\w+)\?.*$/, '$1')
}

function socketOf(url: string): string {
  const place = new URLSearchParams(url.replace(/^[^?]*/, ''))
  return `${place.get('host')}/.s.PGSQL.${place.get('port')}`
}
