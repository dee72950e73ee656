import { ApiError } from '../../../api/api-error.js'

export type PreviewFaults = {
  readonly bodyError: string | undefined
  readonly mediaError: string | undefined
  /** What belongs to no field. */
  readonly otherError: unknown
}

/** Characters that cannot be sent, and texts that the content policy blocks. */
const BODY_CODES: readonly (number | null)[] = [33016, 33019]

/** Where a refusal of the preview is shown. */
export function previewFaultsOf(error: unknown): PreviewFaults {
  const none = { bodyError: undefined, mediaError: undefined, otherError: null }
  if (!(error instanceof ApiError)) return { ...none, otherError: error }
  if (BODY_CODES.includes(error.code)) return { ...none, bodyError: `${error.message}.` }
  const [fault] = (error.details['fields'] ?? []) as readonly { readonly field: string; readonly message: string }[]
  if (fault?.field === 'body') return { ...none, bodyError: `The text ${fault.message}.` }
  if (fault?.field === 'mediaUrl') return { ...none, mediaError: `The address ${fault.message}.` }
  return { ...none, otherError: error }
}
