import { DomainError, type ErrorDetails } from '@carillon/core'
import type { ErrorRequestHandler } from 'express'

/** An error that the caller of the simulator made. */
export class SimProblem extends Error {
  override readonly name = 'SimProblem'

  constructor(
    readonly status: number,
    message: string,
    readonly details?: ErrorDetails,
  ) {
    super(message)
  }
}

export function tooLong(lengthMax: number): SimProblem {
  return new SimProblem(413, `The body is longer than ${lengthMax} bytes`)
}

/** Uses the envelope of the service, whose generic codes are 33 followed by the status. */
export function simProblemHandler(docsUrl: string): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    const problem = problemOf(error)
    if (problem === null) return next(error)
    const { status, message, details } = problem
    const code = Number(`33${status}`)
    // Nothing reads the rest of a body that arrives too slowly.
    if (status === 408) res.set('Connection', 'close')
    res.status(status).json({ code, message, status, moreInfo: `${docsUrl}#${code}`, ...(details && { details }) })
  }
}

/** Null for an error that the caller did not cause. */
function problemOf(error: unknown): SimProblem | null {
  if (error instanceof SimProblem) return error
  if (error instanceof DomainError && error.code === 'invalid-input') {
    return new SimProblem(400, error.message, error.details)
  }
  return unreadableBody(error)
}

/** Translates the errors of Express's body reader, recognized by their `type`; null for any other error. */
function unreadableBody(error: unknown): SimProblem | null {
  const { type, limit } = (error ?? {}) as { type?: unknown; limit: number }
  switch (type) {
    case 'entity.parse.failed':
      return new SimProblem(400, 'The body is not valid JSON')
    case 'entity.too.large':
      return tooLong(limit)
    case 'request.aborted':
    case 'request.size.invalid':
      return new SimProblem(400, 'The body is incomplete or cannot be decoded')
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new SimProblem(415, 'The body must be in UTF-8, plain or as gzip, deflate or br')
    default:
      return null
  }
}
