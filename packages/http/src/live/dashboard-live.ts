import type { UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf, signedInOf, type ApiEnvironment } from '../api/context.js'
import { unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { accountWatch } from './account-watch.js'
import { eventStream, type EventStream } from './event-stream.js'
import { liveStreamLimit } from './live-stream-limit.js'
import { LIVE_TIMES, type LiveTimes } from './live-times.js'
import { changesSince, versionsOf } from './versions.js'

export type LiveOptions = {
  readonly useCases: Pick<UseCases, 'readActivity' | 'mayStillWatch'>
  readonly environment: ApiEnvironment
  /** Ends all streams, because the server stops. */
  readonly stopping?: AbortSignal | undefined
  readonly times?: Partial<LiveTimes> | undefined
}

/** Tells the pages of an account what has changed, so that they read it again: topics, ids and counts, nothing else. */
export function liveRoute({ useCases, environment, stopping, times }: LiveOptions): Route {
  const { pollMs, checkMs, heartbeatMs } = { ...LIVE_TIMES, ...times }
  const watch = accountWatch({ readActivity: useCases.readActivity, logger: environment.logger, pollMs })
  const streams = liveStreamLimit()
  const open = new Set<EventStream>()
  stopping?.addEventListener('abort', () => open.forEach((events) => events.end()))

  async function stream(req: Request, res: Response): Promise<void> {
    const { id: account } = accountOf(res)
    const { tokenHash } = signedInOf(res).session
    const listeners = new Set<EventStream>()
    const watching = await watch.begin(account, (changes, now) =>
      listeners.forEach((events) => events.send(changes, versionsOf(now))),
    )
    // From here on, nothing may wait until the stream is open: it would miss a change.
    const events = eventStream(res)
    listeners.add(events)
    open.add(events)
    const lastId = req.get('Last-Event-ID')
    const id = versionsOf(watching.activity())
    events.begin(id)
    if (lastId) events.send(changesSince(lastId, watching.activity()), id)
    const beating = setInterval(events.beat, heartbeatMs)
    const checking = setInterval(() => {
      // An outage ends no stream: its client could not come back.
      useCases.mayStillWatch.execute({ tokenHash, account }).then(
        (may) => may || events.end(),
        () => undefined,
      )
    }, checkMs)
    await closed(res)
    clearInterval(beating)
    clearInterval(checking)
    open.delete(events)
    watching.end()
  }

  return {
    method: 'get',
    path: '/accounts/:account/live',
    handle: async (req, res) => {
      if (req.method === 'HEAD') return void res.type('text/event-stream').end()
      if (stopping?.aborted) throw unavailable('The service is stopping', 1)
      const free = streams.take(signedInOf(res).session.id)
      try {
        await stream(req, res)
      } finally {
        free()
      }
    },
  }
}

function closed(res: Response): Promise<void> {
  return new Promise((resolve) => {
    if (res.destroyed) resolve()
    else res.once('close', resolve)
  })
}
