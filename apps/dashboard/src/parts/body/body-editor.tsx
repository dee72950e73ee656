import { smartTextOf } from '@carillon/core/smart-encoding'
import { Box, Group, Text, Textarea } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useRef, type ReactNode, type Ref } from 'react'
import { CostlyNotice } from './costly-notice.js'
import { measuredBody } from './measured-body.js'
import { ReplacedNotice } from './replaced-notice.js'

export type BodyEditorProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly minRows?: number
  readonly maxLength?: number
  /** Whether the service writes the text in GSM-7 where that is possible. */
  readonly smartEncoding?: boolean
  /** Buttons below the text: a picker of merge tags, for example. */
  readonly tools?: ReactNode
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** The text of a message, with the segments that the server will count, and the characters that make it costly. */
export function BodyEditor(props: BodyEditorProps) {
  const {
    label,
    value,
    onChange,
    error,
    description,
    minRows = 3,
    maxLength,
    smartEncoding = false,
    tools,
    ref,
  } = props
  const smart = smartEncoding ? smartTextOf(value) : null
  const field = useRef<HTMLTextAreaElement>(null)
  const fieldRef = useMergedRef(field, ref)
  const show = (start: number, end: number) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
  }
  return (
    <div>
      <Textarea
        ref={fieldRef}
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
        <SegmentCount text={smart?.text ?? value} />
      </Group>
      {smart === null ? (
        <CostlyNotice text={value} onChange={onChange} onShow={show} />
      ) : (
        <ReplacedNotice {...smart} what="this text" hasTags={value.includes('{{')} />
      )}
    </div>
  )
}

/** Merge tags and links are filled in for each recipient, so with them the count is that of the text as written. */
function SegmentCount({ text }: { readonly text: string }) {
  const { segments, characters, charactersMax } = measuredBody(text)
  const hasTags = text.includes('{{')
  return (
    <Box ml="auto">
      <Text size="sm" c="dimmed" ta="right" className="digits" aria-live="polite">
        {text === ''
          ? 'No text yet'
          : `${characters}/${charactersMax}, ${segments} ${segments === 1 ? 'segment' : 'segments'}`}
        {hasTags && ' before tags are filled in'}
      </Text>
    </Box>
  )
}
