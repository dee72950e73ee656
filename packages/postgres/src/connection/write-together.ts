/** The part of a node-postgres connection that writes to Postgres. Other versions may not have it. */
export type Writing = { readonly connection?: { readonly stream?: Stream } }

type Stream = { cork?(): void; uncork?(): void }

const corked = new WeakSet<Stream>()

/**
 * Sends everything that is written to the connection in this turn of the event loop at once: each write is a system
 * call, and wakes Postgres. Called before each statement.
 */
export function writeTogether({ connection }: Writing): void {
  const stream = connection?.stream
  if (stream?.cork === undefined || corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  process.nextTick(() => {
    corked.delete(stream)
    stream.uncork?.()
  })
}
