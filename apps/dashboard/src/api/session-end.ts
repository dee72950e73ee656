const listeners = new Set<() => void>()

/** Calls the listener when the service has ended the session, while its page is still there. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The last chance to keep what nobody has saved: then the sign-in takes the place of the page. */
export function noteSessionEnd(): void {
  for (const listener of listeners) listener()
}
