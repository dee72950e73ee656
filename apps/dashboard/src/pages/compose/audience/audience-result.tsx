import { Group, List, Loader, Stack, Text } from '@mantine/core'
import { ReplacedNotice } from '../../../parts/body/replaced-notice.js'
import { formatCount } from '../../../parts/text/count.js'
import { priceWords } from './price-words.js'
import { dropsIn, reachedIn, type Preview } from './drop-words.js'

export type AudienceResultProps = {
  readonly preview: Preview
  /** As they were entered, to show which of them are wrong. */
  readonly entries: readonly string[]
  readonly isChanging: boolean
}

/** Who gets the text, who does not and why, and what it costs. */
export function AudienceResult({ preview, entries, isChanging }: AudienceResultProps) {
  const { recipients, credits, savedSegments = 0, replaced = [], reachedCaps, templates = [] } = preview
  const { accepted, submitted, dropped, faults } = recipients
  const drops = dropsIn(dropped, reachedCaps)
  return (
    <Stack gap={6} aria-busy={isChanging}>
      <Group gap="xs" wrap="nowrap">
        <Text role="status">
          <Text span fw={650} className="digits">
            {formatCount(reachedIn(preview))}
          </Text>{' '}
          of {formatCount(submitted)} {submitted === 1 ? 'person gets' : 'people get'} it
        </Text>
        {isChanging && <Loader size={14} aria-hidden />}
      </Group>
      {drops.length > 0 && (
        <List size="sm" spacing={2} aria-label="Who gets nothing">
          {drops.map(({ reason, words, count }) => (
            <List.Item key={reason}>
              {formatCount(count)} {words}
            </List.Item>
          ))}
        </List>
      )}
      {faults.length > 0 && <Faults faults={faults} entries={entries} />}
      {templates.map((template) => (
        <Languages key={template.id} {...template} />
      ))}
      <Cost credits={credits} accepted={accepted} />
      <ReplacedNotice savedSegments={savedSegments} replaced={replaced} what="the texts" />
    </Stack>
  )
}

type LanguagesProps = NonNullable<Preview['templates']>[number]

/** How many people get the template in which language. */
function Languages({ languages = [], ignored }: LanguagesProps) {
  const [own] = languages
  if (own === undefined) return null
  if (ignored !== undefined) {
    return (
      <Text size="sm" c="var(--doubtful)">
        Everybody gets {own.language}: the field that chooses the language is not active any more, or has another type.
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {LIST.format(languages.map(({ language, recipients }) => `${formatCount(recipients)} in ${language}`))}
    </Text>
  )
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

const FAULTS_SHOWN = 5

function Faults({
  faults,
  entries,
}: { readonly faults: Preview['recipients']['faults'] } & Pick<AudienceResultProps, 'entries'>) {
  return (
    <Text size="xs" c="dimmed" className="breaking">
      Not phone numbers:{' '}
      {faults
        .slice(0, FAULTS_SHOWN)
        .map(({ index }) => `“${(entries[index] ?? '').slice(0, 30)}”`)
        .join(', ')}
      {faults.length > FAULTS_SHOWN && ', …'}
    </Text>
  )
}

type CostProps = Pick<Preview, 'credits'> & { readonly accepted: number }

function Cost({ credits: { required, available }, accepted }: CostProps) {
  const isShort = required.sms > available.sms || required.mms > available.mms
  return (
    <Text size="sm" c={isShort ? 'var(--bad)' : 'dimmed'} className="digits">
      {isShort ? 'Not enough credits: ' : ''}
      {creditsOf(required)}, {leftOf(required, available)} available.{priceWords(required, accepted)}
    </Text>
  )
}

type Amounts = Preview['credits']['required']

/** Amounts of the service, which also decides what a text costs. */
export function creditsOf({ sms, mms }: Amounts): string {
  const parts = [sms > 0 || mms === 0 ? `${formatCount(sms)} SMS` : '', mms > 0 ? `${formatCount(mms)} MMS` : '']
  return `${parts.filter((part) => part !== '').join(' and ')} credits`
}

/** Only of the kinds that are needed. */
function leftOf(required: Amounts, available: Amounts): string {
  if (required.mms === 0) return formatCount(available.sms)
  return required.sms === 0 ? formatCount(available.mms) : creditsOf(available)
}
