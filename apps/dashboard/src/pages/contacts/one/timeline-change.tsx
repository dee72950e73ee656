import { Group, Text, ThemeIcon } from '@mantine/core'
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import type { Result } from '../../../api/operation.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { changeOf, howOf } from './consent-words.js'

type Entry = Result<'/accounts/{account}/contacts/by-phone/{phoneNumber}/timeline', 'get'>['results'][number]
export type ChangeEntry = Extract<Entry, { kind: 'consent' }>

const ICONS = {
  OPT_IN: { icon: IconShieldCheck, color: 'green' },
  OPT_IN_REQUESTED: { icon: IconShieldQuestion, color: 'orange' },
} as const

export function TimelineChange({ entry: { at, change } }: { readonly entry: ChangeEntry }) {
  const known = change.action in ICONS ? ICONS[change.action as keyof typeof ICONS] : null
  const { icon: Icon, color } = known ?? { icon: IconShieldX, color: change.action === 'OPT_OUT' ? 'red' : 'gray' }
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" color={color} size="md" radius="xl" aria-hidden>
        <Icon size={16} />
      </ThemeIcon>
      <div>
        <Text size="sm" fw={550} className="breaking">
          {changeOf(change)}
        </Text>
        <Text size="xs" c="dimmed">
          {howOf(change)} · <TimeText at={at} />
          {change.form !== undefined && ` · version ${change.form.version} of the form`}
        </Text>
      </div>
    </Group>
  )
}
