import { readableBody } from './readable-body.js'

/** Whether the id is that of a batch: a broadcast with a text of its own for each person. */
export function isBatch(id: string): boolean {
  return id.startsWith('bat_')
}

type Titled = { readonly id: string; readonly body?: string | undefined }

/** What a broadcast is called where there is one line for it. */
export function titleOf({ id, body }: Titled): string {
  if (isBatch(id)) return 'A separate text for each person'
  return body === undefined || body === '' ? 'Only media' : readableBody(body)
}
