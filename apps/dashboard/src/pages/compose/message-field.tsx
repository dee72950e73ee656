import { Stack, TextInput } from '@mantine/core'
import { memo, useCallback } from 'react'
import { MessageText } from '../../parts/message/message-text.js'
import { LazyTemplateField } from '../../parts/message/template/lazy-template-field.js'
import { SourceControl } from '../../parts/message/template/source-control.js'
import { UnknownTags } from '../../parts/message/unknown-tags.js'
import { TemplateLink } from '../../shell/page-links/template-link.js'
import { useAccount } from '../../shell/use-session.js'
import type { Changes, Composition } from './composition.js'

export type MessageFieldProps = Pick<Composition, 'source' | 'body' | 'mediaUrl' | 'template'> & {
  readonly account: string
  readonly onChange: (changes: Changes) => void
  readonly bodyError?: string | undefined
  readonly mediaError?: string | undefined
  readonly unknownTags?: readonly string[] | undefined
}

/** What the people get: a text with fields and links, and media; or a template. */
export const MessageField = memo(function MessageField(props: MessageFieldProps) {
  const { account, source, template, onChange } = props
  return (
    <Stack gap="md">
      <SourceControl source={source} onSource={(chosen) => onChange({ source: chosen })} />
      {source === 'text' ? (
        <OwnMessage {...props} />
      ) : (
        <LazyTemplateField
          account={account}
          template={template}
          onTemplate={(id) => onChange({ template: id })}
          error={props.bodyError}
          linkOf={(id) => (
            <TemplateLink account={account} id={id}>
              Open the template
            </TemplateLink>
          )}
        />
      )}
    </Stack>
  )
})

function OwnMessage(props: MessageFieldProps) {
  const { account, body, mediaUrl, onChange, bodyError, mediaError, unknownTags = [] } = props
  const { smartEncoding } = useAccount()
  const setBody = useCallback((text: string) => onChange({ body: text }), [onChange])
  return (
    <>
      <MessageText account={account} body={body} onBody={setBody} error={bodyError} smartEncoding={smartEncoding} />
      <UnknownTags tags={unknownTags.filter((tag) => body.includes(tag))} />
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
    </>
  )
}
