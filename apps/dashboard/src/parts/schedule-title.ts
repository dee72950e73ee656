import { readableBody } from './text/readable-body.js'

/** What a schedule is called where there is one line for it. With a template, each send has the text of its newest version. */
export function scheduleTitleOf({ body }: { readonly body?: string | undefined }): string {
  return body === undefined || body === '' ? 'Text of a template' : readableBody(body)
}
