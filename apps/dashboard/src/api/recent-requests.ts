export type RecentRequest = { readonly method: string; readonly path: string; readonly body: unknown }

const KEPT_MAX = 20
let recent: readonly RecentRequest[] = []
const listeners = new Set<() => void>()

/** Keeps the latest changes of this tab, so that the developers' page and the help can show them as curl commands. */
export function noteRequest(request: RecentRequest) {
  recent = [request, ...recent].slice(0, KEPT_MAX)
  for (const listener of listeners) listener()
}

/** The newest first. */
export function recentRequests(): readonly RecentRequest[] {
  return recent
}

export function onRecentRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
