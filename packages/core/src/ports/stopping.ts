/** Whether whoever works through much is to leave the rest, as an AbortSignal tells it. */
export type Stopping = { readonly aborted: boolean }

export const NEVER_STOPPING: Stopping = { aborted: false }
