import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DraftState } from './use-draft.js'

export type DraftStatusProps = {
  readonly account: string
  readonly state: DraftState
  readonly problem: string | undefined
  readonly isWithoutNumbers: boolean
}

/** Whether the draft is safe, and the way to the others. */
export function DraftStatus({ account, state, problem, isWithoutNumbers }: DraftStatusProps) {
  return (
    <Group gap="sm">
      <Text size="sm" c={state === 'failed' ? 'var(--bad)' : 'dimmed'} role="status">
        {wordsOf({ state, problem, isWithoutNumbers })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconFileText size={16} />}
        renderRoot={(props) => <Link {...props} to="/a/$account/drafts" params={{ account }} />}
      >
        Drafts
      </Button>
    </Group>
  )
}

function wordsOf({ state, problem, isWithoutNumbers }: Omit<DraftStatusProps, 'account'>): string {
  if (state === 'failed' && problem !== undefined) return `Not saved: ${problem}`
  return state === 'saved' && isWithoutNumbers ? 'Saved without the numbers: a draft keeps up to 2,000' : WORDS[state]
}

const WORDS: Readonly<Record<DraftState, string>> = {
  none: '',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
  elsewhere: 'Not saved',
}

export type ChangedElsewhereProps = { readonly onReload: () => void; readonly onKeep: () => void }

/** Two people, or two tabs, cannot write the same draft at once. */
export function ChangedElsewhere({ onReload, onKeep }: ChangedElsewhereProps) {
  return (
    <Alert color="orange" title="This draft was changed elsewhere" role="alert" mb="md">
      <Text size="sm" mb="sm">
        Another tab or a colleague has saved, sent or deleted it since you opened it. What you typed here is not saved.
      </Text>
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep mine as a new draft
        </Button>
        <Button size="xs" variant="default" onClick={onReload}>
          Discard mine and load the other
        </Button>
      </Group>
    </Alert>
  )
}
