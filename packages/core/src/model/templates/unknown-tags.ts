import { compileBody, linksIn } from './compiled-body.js'

/**
 * What looks like a merge tag and is none, each once: it is sent as it was written. A tag that is not closed is returned
 * without the rest of the text, so it does not end with braces.
 */
export function unknownTagsIn(body: string, max: number): readonly string[] {
  const { parts } = compileBody(body, { links: new Set(linksIn(body)) })
  const found = parts.flatMap((part) => (typeof part === 'string' ? (part.match(TAG_LIKE) ?? []) : []))
  return [...new Set(found)].slice(0, max)
}

/** Takes linear time, because no repetition can match an opening brace. */
const TAG_LIKE = /\{\{(?!\{)(?:[^{}\n]*\}\}|[^\s{}]*)/g
