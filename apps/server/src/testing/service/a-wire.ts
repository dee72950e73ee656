import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a server. A test can interrupt the connection while the server keeps running. */
export type Wire = {
  readonly url: string
  /** Closes every connection, and accepts no new one until it is restored. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function aWire(url: string): Promise<Wire> {
  const { hostname: host, port } = new URL(url)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect({ host, port: Number(port) })
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
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => open.forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      destroyAll()
    },
    restore: () => {
      isCut = false
    },
    close: async () => {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
