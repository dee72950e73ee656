import { ShownOnce } from './shown-once.js'
import { TimeText } from './time/time-text.js'

export type LinkOnceProps = {
  /** As the service gives it: from the root of the service. */
  readonly path: string
  readonly expiresAt: string
  readonly email: string
}

/** A one-time link, which is shown only now. */
export function LinkOnce({ path, expiresAt, email }: LinkOnceProps) {
  return (
    <ShownOnce what="link" value={new URL(path, location.origin).href}>
      Give it to {email}. It works once, until <TimeText at={expiresAt} />, and cannot be shown again.
    </ShownOnce>
  )
}
