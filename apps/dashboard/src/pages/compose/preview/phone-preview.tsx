import { ActionIcon, Anchor, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { Result } from '../../../api/operation.js'
import { formatCount } from '../../../parts/text/count.js'
import { textsOf } from '../../../parts/message/template/template-texts.js'
import { useTemplate } from '../../../parts/message/template/use-template.js'
import { SenderText } from '../../../parts/message/sender-text.js'
import { PhoneText } from '../../../parts/text/phone-text.js'
import type { Composition } from '../composition.js'
import { shownContentOf, type ShownContent } from './shown-content.js'
import { OFFSET_MAX, useSamples } from './use-previews.js'

export type PhonePreviewProps = {
  readonly account: string
  readonly settled: Composition
  /** How many people would get the text; undefined while it is not known. */
  readonly accepted: number | undefined
  readonly canRead: boolean
}

type Sample = Result<'/accounts/{account}/broadcasts/compose/samples', 'post'>['results'][number]

/** The text on the phone of one real person after the other. */
export function PhonePreview({ account, settled, accepted = 0, canRead }: PhonePreviewProps) {
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState<string | null>(null)
  const { data: template } = useTemplate(account, settled.source === 'template' ? settled.template : '')
  const languages = template === undefined ? [] : textsOf(template).map((text) => text.language)
  const language = asked !== null && languages.includes(asked) ? asked : null
  const content = shownContentOf(settled, template, language)
  const count = Math.min(accepted, OFFSET_MAX)
  const index = Math.min(chosen, Math.max(0, count - 1))
  const samples = useSamples(account, settled, content, index, canRead)
  // Without a text, the samples are still those of the text before.
  const sample = content.request === null ? undefined : samples.data?.results.find((one) => one.index === index)
  return (
    <Stack gap="xs">
      <div className="phone" role="group" aria-label="Preview on a phone">
        <Text ta="center" size="xs" c="dimmed">
          {settled.from === '' ? 'From' : <SenderText account={account} from={settled.from} />}
        </Text>
        <Bubble sample={sample} content={content} />
      </div>
      {languages.length > 1 && (
        <NativeSelect
          label="Shown in"
          size="xs"
          w="100%"
          maw={320}
          mx="auto"
          data={[
            { value: EACH_OWN, label: 'The language of each person' },
            ...languages.map((name) => ({ value: name, label: name })),
          ]}
          value={language ?? EACH_OWN}
          onChange={({ currentTarget: { value } }) => setAsked(value === EACH_OWN ? null : value)}
        />
      )}
      {sample !== undefined && <About sample={sample} />}
      {count > 1 && <Pager index={index} count={count} total={accepted} onIndex={setChosen} />}
    </Stack>
  )
}

/** No language has an empty name. */
const EACH_OWN = ''

type BubbleProps = { readonly sample: Sample | undefined; readonly content: ShownContent }

function Bubble({ sample, content: { request, body, ...content } }: BubbleProps) {
  const isTemplate = request !== null && 'template' in request
  const mediaUrl = isTemplate && sample !== undefined ? (sample.mediaUrl ?? '') : content.mediaUrl
  if (body === '' && mediaUrl === '') {
    return (
      <Text ta="center" size="sm" c="dimmed" py="xl">
        The text appears here as a person gets it.
      </Text>
    )
  }
  const text = sample?.body ?? body
  return (
    <Stack gap={6} align="flex-start">
      {mediaUrl !== '' && <Media url={mediaUrl} />}
      {sample?.blockedBy !== undefined && (
        <Text size="sm" c="var(--bad)">
          With the values of this person, the content policy blocks the text.
        </Text>
      )}
      {text !== '' && sample?.blockedBy === undefined && (
        <Paper bg="var(--received)" radius="lg" px="sm" py={8} className="message-text" dir="auto">
          {text}
        </Paper>
      )}
    </Stack>
  )
}

/** The page loads nothing from elsewhere, so media is a link. */
function Media({ url }: { readonly url: string }) {
  return (
    <Paper bg="var(--received)" radius="lg" px="sm" py={8} maw="100%">
      <Group gap={6} wrap="nowrap">
        <IconPhoto size={16} aria-hidden className="no-shrink" />
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" truncate>
          {url}
        </Anchor>
      </Group>
    </Paper>
  )
}

function About({ sample }: { readonly sample: Sample }) {
  const { to, firstName, lastName, language, segments, encoding } = sample
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ')
  return (
    <Text size="xs" c="dimmed" ta="center" aria-live="polite">
      {name !== '' && (
        <>
          <bdi>{name}</bdi>,{' '}
        </>
      )}
      <PhoneText number={to} />
      {language !== undefined && `, in ${language}`}
      {segments !== undefined && `, ${segments} ${segments === 1 ? 'segment' : 'segments'}`}
      {encoding === 'UCS-2' && ' of 70 characters'}
    </Text>
  )
}

type PagerProps = {
  readonly index: number
  readonly count: number
  readonly total: number
  readonly onIndex: (index: number) => void
}

function Pager({ index, count, total, onIndex }: PagerProps) {
  return (
    <Group justify="center" gap="xs">
      <ActionIcon
        variant="default"
        aria-label="Previous person"
        disabled={index === 0}
        onClick={() => onIndex(index - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Text size="xs" className="digits">
        {formatCount(index + 1)} of {formatCount(total)}
      </Text>
      <ActionIcon
        variant="default"
        aria-label="Next person"
        disabled={index >= count - 1}
        onClick={() => onIndex(index + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  )
}
