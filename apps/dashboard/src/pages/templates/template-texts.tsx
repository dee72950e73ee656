import { Stack, Text } from '@mantine/core'
import type { Template } from './template-values.js'

/** All texts of a version: the default first. */
export function TemplateTexts({ body, mediaUrl, language }: Pick<Template, 'body' | 'mediaUrl' | 'language'>) {
  return (
    <Stack gap="xs">
      <OneText body={body} mediaUrl={mediaUrl} language={language?.default} />
      {Object.entries(language?.variants ?? {}).map(([name, text]) => (
        <OneText key={name} body={text.body} mediaUrl={text.mediaUrl} language={name} />
      ))}
    </Stack>
  )
}

type OneTextProps = {
  readonly body: string
  readonly mediaUrl: string | undefined
  readonly language: string | undefined
}

function OneText({ body, mediaUrl, language }: OneTextProps) {
  return (
    <div>
      {language !== undefined && (
        <Text size="xs" c="dimmed">
          {language}
        </Text>
      )}
      <Text size="sm" className="message-text" dir="auto">
        {body === '' ? 'Only media' : body}
      </Text>
      {mediaUrl !== undefined && (
        <Text size="xs" c="dimmed" className="breaking">
          {mediaUrl}
        </Text>
      )}
    </div>
  )
}
