import type { components } from '../../../api/schema.js'

export type DeadJob = components['schemas']['ServiceDeadJob']

export type JobWords = {
  /** What the job was to do. */
  readonly task: string
  /** The page of what it belongs to, below the account; null if that has no page. */
  readonly path: string | null
  /** What happens when it is discarded. */
  readonly discarded: string
}

/** A job as people know it, who have never heard of its kind. */
export function jobWords({ kind, payload }: Pick<DeadJob, 'kind' | 'payload'>): JobWords {
  const { broadcast, chunk, import: imported } = payload as Readonly<Record<string, unknown>>
  switch (kind) {
    case 'finish-message':
      return {
        task: 'Send one text',
        path: null,
        discarded:
          'The text is not tried again: it fails, and its credits are free again. If it may have reached the carrier already, its outcome stays unknown.',
      }
    case 'dispatch-chunk':
      return {
        task: `Send part ${Number(chunk) + 1} of a broadcast`,
        path: `broadcasts/${String(broadcast)}`,
        discarded:
          'The people in this part who were not reached yet get no text, and count as canceled. Texts that may have left already fail with an unknown outcome. The credits that were reserved for them are free again, and the broadcast can end.',
      }
    case 'run-import':
      return {
        task: 'Import contacts',
        path: `imports/${String(imported)}`,
        discarded: 'The import has failed already, and its remaining rows are not imported. What was imported stays.',
      }
    default:
      return { task: kind, path: null, discarded: 'What this job was to do is not done.' }
  }
}
