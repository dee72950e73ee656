import { memo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { BodyEditor } from '../body/body-editor.js'
import { LinkMenu } from './link-menu.js'
import { withTag } from './merge-tags.js'
import { TagMenu } from './tag-menu.js'

export type MessageTextProps = {
  readonly account: string
  readonly body: string
  readonly onBody: (body: string) => void
  readonly error?: string | undefined
  /** Whether the service writes the text in GSM-7 where that is possible. */
  readonly smartEncoding: boolean
}

/** The service takes no longer text. */
const BODY_MAX = 640

/** The text of a message to many people, with fields and links. */
export const MessageText = memo(function MessageText(props: MessageTextProps) {
  const { account, body, onBody, error, smartEncoding } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const select = (start: number, end: number) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }
  const insert = (tag: string) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {
      selectionStart: body.length,
      selectionEnd: body.length,
    }
    const { text, caret } = withTag(body, tag, { start, end })
    if (text.length > BODY_MAX) return select(start, end)
    // The caret can be put behind the tag only after the tag is in the field.
    flushSync(() => onBody(text))
    select(caret, caret)
  }
  return (
    <BodyEditor
      ref={field}
      label="Text"
      value={body}
      onChange={onBody}
      error={error}
      minRows={4}
      maxLength={BODY_MAX}
      smartEncoding={smartEncoding}
      tools={
        <>
          <TagMenu account={account} onTag={insert} />
          <LinkMenu account={account} onTag={insert} />
        </>
      }
    />
  )
})
