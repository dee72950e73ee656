import { Stack, Switch, TextInput } from '@mantine/core'
import { serverNowMs } from '../../api/server-clock.js'
import { placeOf } from '../time/time-format.js'
import { firstExpiry } from './expiry.js'
import type { Timing } from './timing.js'

export type ExpiryFieldProps = {
  readonly timing: Timing
  readonly onChange: (changes: Partial<Timing>) => void
  readonly error?: string | undefined
}

/** When texts that have not left fail. */
export function ExpiryField({ timing: { hasExpiry, expiresAt, timezone }, onChange, error }: ExpiryFieldProps) {
  const turn = (isOn: boolean) =>
    onChange({ hasExpiry: isOn, ...(isOn && { expiresAt: firstExpiry(timezone, serverNowMs()) }) })
  return (
    <Stack gap="md">
      <Switch
        label="Stop at a time"
        description="Texts that have not left by then fail. Usually that is 24 hours after the start, longer by the wait of a test, by sending hours and by the time that a slow number needs."
        checked={hasExpiry}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {hasExpiry && (
        <TextInput
          wrapperProps={{ 'data-part': 'expiry' }}
          type="datetime-local"
          label={`Stop at, ${placeOf(timezone)} time`}
          value={expiresAt}
          error={error}
          onChange={(event) => onChange({ expiresAt: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
