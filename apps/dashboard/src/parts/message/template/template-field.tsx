import { Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { read } from '../../../api/read.js'
import { ErrorMessage } from '../../state/error-message.js'
import { formatCount } from '../../text/count.js'
import { textsOf } from './template-texts.js'
import { useTemplate, type Template } from './use-template.js'

export type TemplateFieldProps = {
  readonly account: string
  /** The id of the template; empty until one is chosen. */
  readonly template: string
  readonly onTemplate: (id: string) => void
  readonly error?: string | undefined
  /** Leads to the template. */
  readonly linkOf: (id: string) => ReactNode
}

const SHOWN_MAX = 20
/** A pause in typing. */
const SETTLE_MS = 250

/** Chooses a template by a part of its name. */
export function TemplateField({ account, template: id, onTemplate, error, linkOf }: TemplateFieldProps) {
  const [typed, setTyped] = useState('')
  const chosen = useTemplate(account, id)
  const name = chosen.data?.name
  // The field shows the name of the chosen template, which is no search.
  const [search] = useDebouncedValue(typed === name ? '' : typed.trim(), SETTLE_MS)
  const found = useQuery({
    ...read('templates', '/accounts/{account}/templates', {
      path: { account },
      query: { limit: SHOWN_MAX, ...(search !== '' && { name: search }) },
    }),
    placeholderData: keepPreviousData,
  })
  if (found.error) return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  const isGone = chosen.error instanceof ApiError && chosen.error.status === 404
  const known = chosen.data?.id === id ? chosen.data : undefined
  return (
    <Stack gap={6}>
      <Select
        label="Template"
        description="Its newest version is sent, in the language of each person."
        placeholder="Search by name"
        data={choicesOf(found.data?.results ?? [], id, known)}
        value={id === '' ? null : id}
        onChange={(next) => onTemplate(next ?? '')}
        searchValue={typed}
        onSearchChange={setTyped}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the template' }}
        // The service has searched.
        filter={({ options }) => options}
        disabled={found.data === undefined}
        error={isGone ? 'This template was deleted. Choose another one.' : error}
        nothingFoundMessage={
          search === ''
            ? 'This account has no templates yet. Write one on the page Templates.'
            : 'No template has this name.'
        }
      />
      {known !== undefined && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Version {known.version}
            {languagesOf(known)}
          </Text>
          {linkOf(id)}
        </Group>
      )}
      {(found.data?.totalCount ?? 0) > SHOWN_MAX && id === '' && (
        <Text size="xs" c="dimmed">
          The list shows {SHOWN_MAX} of {formatCount(found.data!.totalCount)}. Type a part of the name to find the
          others.
        </Text>
      )}
    </Stack>
  )
}

/** The chosen template is a choice too, wherever it is in the list. */
function choicesOf(found: readonly Template[], id: string, chosen: Template | undefined) {
  const choices = found.map((one) => ({ value: one.id, label: one.name }))
  if (id === '' || choices.some(({ value }) => value === id)) return choices
  return [...choices, { value: id, label: chosen?.name ?? id }]
}

function languagesOf(template: Template): string {
  const languages = textsOf(template).map(({ language }) => language)
  return languages.length === 1 ? '' : `, in ${LIST.format(languages)}`
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
