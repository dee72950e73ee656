import { request, type IncomingHttpHeaders } from 'node:http'

export type ReceivedEvent = { readonly id: string; readonly topic: string; readonly data: unknown }

export type ReadEvents = Awaited<ReturnType<typeof readingEvents>>

/** Opens a stream of server-sent events, and reads it as a browser does. */
export async function readingEvents(url: string, headers: Record<string, string>) {
  let text = ''
  let isEnded = false
  let notify = () => {}
  const received: { status: number; headers: IncomingHttpHeaders } = await new Promise((resolve, reject) => {
    sent = request(url, { headers, agent: false }, (res) => {
      res.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        notify()
      })
      res.on('error', () => {})
      res.on('close', () => {
        isEnded = true
        notify()
      })
      resolve({ status: res.statusCode!, headers: res.headers })
    })
    sent.on('error', reject).end()
  })
  const connection = sent!

  const until = <T>(find: () => T | undefined | false): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found !== undefined && found !== false) resolve(found)
        else if (isEnded) reject(new Error(`The stream has ended: ${text}`))
        else notify = check
      }
      check()
    })
  const events = () => text.split('\n\n').slice(0, -1).flatMap(eventOf)
  const counts = new Map<string, number>()

  return {
    ...received,
    text: () => text,
    topics: () => events().map(({ topic }) => topic),
    /** The id that the stream begins with. */
    begun: () => until(() => /^id: (.+)$/m.exec(text)?.[1]),
    matching: (pattern: RegExp) => until(() => pattern.test(text)),
    /** The next event of the topic after those that were returned before, or the one at an index. */
    next(topic: string, index = counts.get(topic) ?? 0): Promise<ReceivedEvent> {
      counts.set(topic, index + 1)
      return until(() => events().filter((event) => event.topic === topic)[index])
    },
    ended: () => until(() => isEnded),
    close: () => connection.destroy(),
  }
}

let sent: ReturnType<typeof request>

function eventOf(block: string): ReceivedEvent[] {
  const fieldOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const [id, topic, data] = [fieldOf('id'), fieldOf('event'), fieldOf('data')]
  return id === undefined || topic === undefined || topic === 'ready'
    ? []
    : [{ id, topic, data: JSON.parse(data!) as unknown }]
}
