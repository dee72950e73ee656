import type { SmartSavings } from '@carillon/core/smart-encoding'
import { Text } from '@mantine/core'
import { formatCount } from '../text/count.js'
import { replacementWords } from './replacement-words.js'

const SHOWN_MAX = 8

export type ReplacedNoticeProps = SmartSavings & {
  /** What is changed, such as "this text". */
  readonly what: string
  /** Whether values of contacts are filled in later, which may not be possible in GSM-7. */
  readonly hasTags?: boolean
}

/** What smart encoding replaces, and the segments that this saves. */
export function ReplacedNotice({ savedSegments, replaced, what, hasTags = false }: ReplacedNoticeProps) {
  if (replaced.length === 0) return null
  return (
    <Text size="sm" c="dimmed" mt="xs" className="breaking">
      Smart encoding changes {what}: {replaced.slice(0, SHOWN_MAX).map(replacementWords).join(', ')}
      {replaced.length > SHOWN_MAX && `, and ${formatCount(replaced.length - SHOWN_MAX)} more`}.
      {savedSegments > 0 &&
        ` This saves ${formatCount(savedSegments)} ${savedSegments === 1 ? 'segment' : 'segments'}.`}
      {hasTags && ' A text whose filled-in values cannot be written in GSM-7 is sent unchanged.'}
    </Text>
  )
}
