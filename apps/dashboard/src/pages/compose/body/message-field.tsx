import { Stack, TextInput } from '@mantine/core'
import { memo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { BodyEditor } from '../../../parts/body/body-editor.js'
import type { Changes, Composition } from '../composition.js'
import { CostlyNotice } from './costly-notice.js'
import { LinkMenu } from './link-menu.js'
import { withTag } from './merge-tags.js'
import { TagMenu } from './tag-menu.js'

export type MessageFieldProps = Pick<Composition, 'body' | 'mediaUrl'> & {
  readonly account: string
  readonly onChange: (changes: Changes) => void
  readonly bodyError?: string | undefined
  readonly mediaError?: string | undefined
}

/** The service takes no longer text. */
const BODY_MAX = 640

/** What the people get: a text with fields and links, and media. */
export const MessageField = memo(function MessageField(props: MessageFieldProps) {
  const { account, body, mediaUrl, onChange, bodyError, mediaError } = props
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
    flushSync(() => onChange({ body: text }))
    select(caret, caret)
  }
  return (
    <Stack gap="md">
      <BodyEditor
        ref={field}
        label="Text"
        value={body}
        onChange={(text) => onChange({ body: text })}
        error={bodyError}
        minRows={4}
        maxLength={BODY_MAX}
        tools={
          <>
            <TagMenu account={account} onTag={insert} />
            <LinkMenu account={account} onTag={insert} />
          </>
        }
      />
      <CostlyNotice text={body} onChange={(text) => onChange({ body: text })} onShow={select} />
      <TextInput
        label="Media"
        description="The address of a picture, such as https://example.com/bell.jpg. The text then goes as an MMS."
        type="url"
        inputMode="url"
        value={mediaUrl}
        error={mediaError}
        maxLength={2_048}
        onChange={(event) => onChange({ mediaUrl: event.currentTarget.value.trim() })}
      />
    </Stack>
  )
})
