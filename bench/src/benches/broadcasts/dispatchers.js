import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const WORK = fileURLToPath(new URL('work.js', import.meta.url))

/** Processes that dispatch accepted broadcasts from a call of `work` until a call of `rest`. */
export async function startDispatchers(url, count, { execArgv = [], options = [] } = {}) {
  const children = Array.from({ length: count }, () =>
    fork(WORK, [url, ...options], { execArgv, serialization: 'advanced' }),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  const sendAll = (order) => children.forEach((child) => child.send(order))
  return {
    pids: children.map(({ pid }) => pid),
    work: () => sendAll('work'),
    /** Finishes the claimed jobs, and returns what each process's provider received. */
    async rest() {
      const replies = children.map((child) => once(child, 'message'))
      sendAll('rest')
      return (await Promise.all(replies)).map(([reply]) => reply)
    },
    async stop() {
      const ends = children.map((child) => once(child, 'exit'))
      children.forEach((child) => child.disconnect())
      await Promise.all(ends)
    },
  }
}
