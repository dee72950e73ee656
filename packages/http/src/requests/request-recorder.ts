import type { LoggedRequest, RecordRequests } from '@carillon/core'
import type { RequestHandler } from 'express'
import { contextOf, type Logger } from '../api/context.js'

/** How long finished requests are collected before they are stored together. */
const COLLECTED_MS = 1_000
/** Of each account, only so many requests are stored at a time: a client that floods the service must not fill the log. */
const KEPT_MAX = 50

/**
 * Notes requests of clients, and stores them in the background: no request waits for it. When the service begins to
 * stop, it stores them at once. The last requests are missing if the process or its database ends before.
 */
export function requestRecorder(
  recordRequests: RecordRequests,
  { logger, stopping }: { readonly logger: Logger; readonly stopping?: AbortSignal },
): RequestHandler {
  let collected = new Map<string, LoggedRequest[]>()
  let isWaiting = false

  const store = async () => {
    const requests = [...collected.values()].flat()
    collected = new Map()
    isWaiting = false
    if (requests.length === 0) return
    await recordRequests.execute({ requests }).catch((error: unknown) => {
      if (stopping?.aborted !== true)
        logger.warn({ err: error, requests: requests.length }, 'requests were not recorded')
    })
  }

  const collect = (request: LoggedRequest) => {
    const ofAccount = collected.get(request.account) ?? []
    if (ofAccount.length < KEPT_MAX) collected.set(request.account, [...ofAccount, request])
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => void store(), stopping?.aborted === true ? 0 : COLLECTED_MS).unref()
  }
  stopping?.addEventListener('abort', () => void store(), { once: true })

  return (req, res, next) => {
    const at = new Date()
    const startedMs = performance.now()
    res.once('close', () => {
      const { requestId: id, route, account, key } = contextOf(res)
      if (account === undefined || key === undefined) return
      const status = res.writableFinished ? res.statusCode : null
      const ms = Math.round(performance.now() - startedMs)
      collect({ id, account: account.id, key, at, method: req.method, route, status, ms })
    })
    next()
  }
}
