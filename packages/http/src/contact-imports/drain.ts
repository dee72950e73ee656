import type { Request } from 'express'

/** Discards the rest of the file: some clients read the response only after they have sent everything. */
export function drain(req: Request, steps: AsyncGenerator<unknown>) {
  steps.return(undefined).then(
    () => req.resume(),
    () => undefined,
  )
}
