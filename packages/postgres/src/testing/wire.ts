import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net'
import { serverUrl } from './test-database.js'

/** A connection to the database that breaks where a test wants it to. */
export type Wire = {
  readonly url: string
  /** The next statement with this command tag is run, but its reply is lost together with its connection. */
  loseNextReply(tag: 'COMMIT' | 'SELECT 0' | 'SELECT 1'): void
  close(): Promise<void>
}

export async function openWire(url: string): Promise<Wire> {
  /** The end of the CommandComplete message in the reply that will be lost. */
  let losing: Buffer | null = null
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
      if (losing === null || !data.includes(losing)) return void near.write(data)
      losing = null
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://carillon@127.0.0.1:${port}/${databaseOf(url)}`,
    loseNextReply: (tag) => {
      losing = Buffer.from(`${tag}\0`)
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
