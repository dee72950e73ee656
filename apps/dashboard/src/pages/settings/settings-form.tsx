import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useAccount } from '../../shell/use-session.js'
import { readSettings, type TaggedSettings } from './settings-query.js'
import { SettingsSections } from './settings-sections.js'
import { changesOf, pathOf, settingFaults, valuesOf, type SettingsValues } from './settings-values.js'
import { StaleSettings } from './stale-settings.js'
import { withTheirs } from './their-changes.js'

export type SettingsFormProps = {
  /** The form begins with these, and ignores later ones: nothing that a person types is replaced. */
  readonly found: TaggedSettings
  readonly isReadOnly: boolean
}

const STALE = 412
const OWNER_ONLY = 'Only owners of the service change this.'

/** Saves what was changed, and nothing else. */
export function SettingsForm({ found, isReadOnly }: SettingsFormProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(found)
  const before = valuesOf(base.settings)
  const form = useForm<SettingsValues>({ initialValues: before, validate: settingFaults })
  const [theirs, setTheirs] = useState<TaggedSettings | null>(null)
  const beginWith = (settings: TaggedSettings, values = valuesOf(settings.settings)) => {
    setBase(settings)
    setTheirs(null)
    form.setInitialValues(valuesOf(settings.settings))
    form.setValues(values)
  }
  const save = useMutation({
    mutationFn: ({ etag, values }: { readonly etag: string; readonly values: SettingsValues }) => {
      const body = changesOf(before, values)
      return call('patch', '/accounts/{account}/settings', { path: { account }, headers: { 'If-Match': etag }, body })
    },
    onSuccess: async () => {
      beginWith(await readSettings(account))
      await queryClient.invalidateQueries({ queryKey: keyOf('session') })
    },
    onError: async (error) => {
      if (isStale(error)) setTheirs(await readSettings(account))
    },
  })
  const sides = theirs && { base: before, mine: form.values, theirs: valuesOf(theirs.settings) }
  const takeTheirs = () => {
    beginWith(theirs!, withTheirs(sides!))
    save.reset()
  }
  const isUnchanged = JSON.stringify(before) === JSON.stringify(form.values)
  const may = (name: keyof SettingsValues) => {
    const isForOwners = base.ownerOnly.some((path) => pathOf(name) === path || pathOf(name).startsWith(`${path}.`))
    return { disabled: isReadOnly || isForOwners, ...(isForOwners && { description: OWNER_ONLY }) }
  }
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate({ etag: base.etag, values })
      })}
      aria-label="Settings"
    >
      <Stack>
        <SettingsSections form={form} may={may} />
        {sides !== null && (
          <StaleSettings
            sides={sides}
            isSaving={save.isPending}
            onTakeTheirs={takeTheirs}
            onSaveMine={() => {
              if (save.isPending || form.validate().hasErrors) return
              save.mutate({ etag: theirs!.etag, values: form.values })
            }}
          />
        )}
        {save.error && sides === null && <ErrorMessage title="The settings were not saved" error={save.error} />}
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button variant="default" disabled={isUnchanged} onClick={() => form.reset()}>
              Discard changes
            </Button>
            <Button type="submit" loading={save.isPending} disabled={isUnchanged || theirs !== null}>
              Save settings
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === STALE
}
