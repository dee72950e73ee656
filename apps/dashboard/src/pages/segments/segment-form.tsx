import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { afterPaint } from '../../parts/after-paint.js'
import { conditionOf } from '../../parts/filters/language/condition-of-rows.js'
import { faultsByRow } from '../../parts/filters/language/faults-by-row.js'
import { missingIn } from '../../parts/filters/language/missing-in-rows.js'
import type { FilterGroup } from '../../parts/filters/language/rows.js'
import { LazyBuilder } from '../../parts/filters/lazy-builder.js'
import { fieldFaultsOf } from '../../parts/filters/use-filter-count.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { Panel } from '../../parts/panel.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useAccount } from '../../shell/use-session.js'
import { savedFieldsOf, type SegmentValues } from './segment-values.js'

export type SegmentFormProps = {
  /** Its id; null for a new one. */
  readonly segment: string | null
  readonly values: SegmentValues
  /** In place of a filter that the builder cannot show. */
  readonly unshown?: ReactNode
}

/** The name and the conditions of a segment. */
export function SegmentForm({ segment, values: initial, unshown }: SegmentFormProps) {
  const { id: account } = useAccount()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(initial)
  const [values, setValues] = useState(initial)
  const [isMissingShown, setIsMissingShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { name, filter } = values
  const save = useSave(account, segment)
  const missingName = name.trim() === '' ? 'Give the segment a name.' : undefined
  const nameError = isMissingShown && missingName ? missingName : fieldErrorsOf(save.error)['name']
  const changeFilter = (change: (filter: FilterGroup) => FilterGroup) => {
    save.reset()
    setValues((before) => ({ ...before, filter: before.filter && change(before.filter) }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const missing = filter === null ? new Map() : missingIn(filter)
    setIsMissingShown(true)
    if (missingName !== undefined) return form.current?.querySelector('input')?.focus()
    if (missing.size > 0) return afterPaint(() => focusFirstFault(form.current))
    save.mutate(savedFieldsOf(segment === null ? null : saved, values), {
      onSuccess: (id) => {
        setSaved(values)
        setIsMissingShown(false)
        notifications.show({ message: segment === null ? 'The segment was created.' : 'The segment was changed.' })
        if (segment === null) void navigate({ to: '/a/$account/segments/$segment', params: { account, segment: id } })
      },
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack maw={900}>
        <Panel title="Name">
          <TextInput
            aria-label="Name"
            required
            maxLength={100}
            value={name}
            error={nameError}
            onChange={(event) => {
              const next = event.currentTarget.value
              setValues((before) => ({ ...before, name: next }))
            }}
          />
        </Panel>
        <Panel title="Who is in it">
          {filter === null ? (
            unshown
          ) : (
            <LazyBuilder
              account={account}
              filter={filter}
              onChange={changeFilter}
              isMissingShown={isMissingShown}
              faults={faultsByRow(fieldFaultsOf(save.error), conditionOf(filter).places, filter.id)}
              excludedSegment={segment ?? undefined}
            />
          )}
        </Panel>
        {save.error !== null && <ErrorMessage error={save.error} title="The segment was not saved" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void navigate({ to: '/a/$account/segments', params: { account } })}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {segment === null ? 'Create segment' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The first row that says what is missing. */
function focusFirstFault(form: HTMLElement | null) {
  const row = form?.querySelector('[role=alert]')?.closest('[role=group]')
  row?.querySelector<HTMLElement>('input, select')?.focus()
}

/** Resolves to the id of the segment. */
function useSave(account: string, segmentId: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (fields: ReturnType<typeof savedFieldsOf>) => {
      const { id } = await (segmentId === null
        ? call('post', '/accounts/{account}/segments', { path: { account }, body: fields as Required<typeof fields> })
        : call('patch', '/accounts/{account}/segments/{segmentId}', { path: { account, segmentId }, body: fields }))
      return id
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('segments', account) }),
  })
}
