import { Box, Group, Text, Textarea } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { measuredBody } from './measured-body.js'

export type BodyEditorProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly minRows?: number
  readonly maxLength?: number
  /** Buttons below the text: a picker of merge tags, for example. */
  readonly tools?: ReactNode
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** The text of a message, with the segments that the server will count. */
export function BodyEditor(props: BodyEditorProps) {
  const { label, value, onChange, error, description, minRows = 3, maxLength, tools, ref } = props
  return (
    <div>
      <Textarea
        ref={ref}
        label={label}
        description={description}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={minRows}
        maxRows={16}
        maxLength={maxLength}
        dir="auto"
      />
      <Group justify="space-between" mt={6} gap="xs" align="flex-start">
        <Group gap="xs">{tools}</Group>
        <SegmentCount text={value} />
      </Group>
    </div>
  )
}

/** Merge tags and links are filled in for each recipient, so with them the count is that of the text as written. */
function SegmentCount({ text }: { readonly text: string }) {
  const { segments, characters, charactersMax, encoding, costly } = measuredBody(text)
  const hasTags = text.includes('{{')
  return (
    <Box ml="auto">
      <Text size="sm" c="dimmed" ta="right" className="digits" aria-live="polite">
        {text === ''
          ? 'No text yet'
          : `${characters}/${charactersMax}, ${segments} ${segments === 1 ? 'segment' : 'segments'}`}
        {hasTags && ' before tags are filled in'}
      </Text>
      {costly !== null && (
        <Text size="xs" ta="right" c="var(--mantine-color-orange-text)">
          “{costly.character}” ({costly.name}) makes this text {encoding}: 70 characters a segment in place of 160
        </Text>
      )}
    </Box>
  )
}
