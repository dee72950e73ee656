import type { components } from '../../api/schema.js'
import { StatusBadge } from '../../parts/text/status-badge.js'

type Webhook = components['schemas']['Webhook']

const DISABLED: Readonly<Record<NonNullable<Webhook['disabled']>['reason'], string>> = {
  operator: 'Disabled',
  gone: 'Disabled: it responded 410',
  failing: 'Disabled: it failed for five days',
}

export function WebhookState({ webhook: { disabled, failingSince } }: { readonly webhook: Webhook }) {
  if (disabled !== undefined) return <StatusBadge tone="neutral">{DISABLED[disabled.reason]}</StatusBadge>
  if (failingSince !== undefined) return <StatusBadge tone="bad">Failing</StatusBadge>
  return <StatusBadge tone="good">Enabled</StatusBadge>
}
