import { Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import { lazyPart } from '../state/lazy-part.js'
import { ZoneSelect } from '../time/zone-select.js'
import { ExpiryField } from './expiry-field.js'
import { isByLocalTime, needsSchedule, type Timing, type When } from './timing.js'
import { timingWords } from './timing-words.js'

/** Few people need them. */
const RecurrenceFields = lazyPart(async () => (await import('./recurrence-fields.js')).RecurrenceFields)
const WaveFields = lazyPart(async () => (await import('./wave-fields.js')).WaveFields, 62)
const CanaryFields = lazyPart(async () => (await import('./canary-fields.js')).CanaryFields, 140)

export type TimingFieldProps = {
  readonly timing: Timing
  readonly onChange: (changes: Partial<Timing>) => void
  /** Without `now`, a form makes schedules only. */
  readonly choices?: readonly When[]
  readonly error?: string | undefined
  readonly expiryError?: string | undefined
}

const LABELS: Readonly<Record<When, string>> = { now: 'Now', once: 'At a time', repeatedly: 'Repeatedly' }

/** Now, once or repeatedly, and how it is spread over time. */
export function TimingField({
  timing,
  onChange,
  choices = ['now', 'once', 'repeatedly'],
  error,
  expiryError,
}: TimingFieldProps) {
  const { when, inWaves, byLocalTime, hasCanary } = timing
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="When to send"
        data={choices.map((value) => ({ value, label: LABELS[value] }))}
        value={when}
        onChange={(value) => onChange({ when: value as When })}
        fullWidth
      />
      {when !== 'now' && <FirstTime timing={timing} onChange={onChange} error={error} />}
      {when === 'repeatedly' && (
        <RecurrenceFields
          recurrence={timing.recurrence}
          onChange={(changes) => onChange({ recurrence: { ...timing.recurrence, ...changes } })}
        />
      )}
      {when !== 'now' && (
        <Switch
          label="At this time where each person is"
          description="People whose zone is not known get it at the time above."
          checked={byLocalTime}
          onChange={(event) => onChange({ byLocalTime: event.currentTarget.checked })}
        />
      )}
      <Switch
        label="In waves"
        description={
          isByLocalTime(timing)
            ? 'Not together with local time, which already spreads the texts.'
            : 'To some people first, and to the next ones after a while.'
        }
        checked={inWaves && !isByLocalTime(timing)}
        disabled={isByLocalTime(timing)}
        onChange={(event) => onChange({ inWaves: event.currentTarget.checked })}
      />
      {inWaves && !isByLocalTime(timing) && (
        <WaveFields waves={timing.waves} onChange={(changes) => onChange({ waves: { ...timing.waves, ...changes } })} />
      )}
      <Switch
        label="Test on the first people"
        description="The others get it after a while. It is paused if too many texts fail, or too many people opt out."
        checked={hasCanary}
        onChange={(event) => onChange({ hasCanary: event.currentTarget.checked })}
      />
      {hasCanary && (
        <CanaryFields
          canary={timing.canary}
          onChange={(changes) => onChange({ canary: { ...timing.canary, ...changes } })}
        />
      )}
      {!needsSchedule(timing) && <ExpiryField timing={timing} onChange={onChange} error={expiryError} />}
      {needsSchedule(timing) && (
        <Text size="sm" c="dimmed" role="status">
          {timingWords(timing)}
        </Text>
      )}
    </Stack>
  )
}

type FirstTimeProps = Pick<TimingFieldProps, 'timing' | 'onChange' | 'error'>

function FirstTime({ timing: { at, when, timezone }, onChange, error }: FirstTimeProps) {
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="sm">
      <TextInput
        type="datetime-local"
        label={when === 'once' ? 'Date and time' : 'First date and time'}
        value={at}
        error={error}
        onChange={(event) => onChange({ at: event.currentTarget.value })}
      />
      <ZoneSelect
        label="Time zone"
        value={timezone}
        onChange={(zone) => zone !== null && onChange({ timezone: zone })}
      />
    </Group>
  )
}
