import { Alert, Button, Group, NumberInput, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useAccount } from '../../shell/use-session.js'
import { settingsQuery, type FoundSettings } from './settings-query.js'
import { changesOf, pathOf, valuesOf, type SettingsValues } from './settings-values.js'

export type SettingsFormProps = {
  readonly found: FoundSettings & { readonly etag: string }
  readonly isReadOnly: boolean
}

const STALE = 412
const ZONES = Intl.supportedValuesOf('timeZone')
const OWNER_ONLY = 'Only owners of the service change this.'

/** Saves what was changed, and nothing else. */
export function SettingsForm({ found, isReadOnly }: SettingsFormProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const before = valuesOf(found.settings)
  const form = useForm<SettingsValues>({ initialValues: before })
  const save = useMutation({
    mutationFn: (values: SettingsValues) =>
      call('patch', '/accounts/{account}/settings', {
        path: { account },
        headers: { 'If-Match': found.etag },
        body: changesOf(before, values),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: settingsQuery(account).queryKey })
      await queryClient.invalidateQueries({ queryKey: keyOf('session') })
    },
  })
  const isStale = save.error instanceof ApiError && save.error.status === STALE
  const isUnchanged = JSON.stringify(before) === JSON.stringify(form.values)
  const may = (name: keyof SettingsValues) => {
    const isForOwners = found.ownerOnly.some((path) => pathOf(name) === path || pathOf(name).startsWith(`${path}.`))
    return { disabled: isReadOnly || isForOwners, ...(isForOwners && { description: OWNER_ONLY }) }
  }
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!save.isPending) save.mutate(values)
      })}
      aria-label="Settings"
    >
      <Stack>
        <Sections form={form} may={may} />
        {isStale && (
          <Alert color="orange" role="alert" title="Somebody else has changed the settings meanwhile">
            <Stack gap="xs" align="flex-start">
              Nothing of yours was saved. Load the current settings, and make your changes again.
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void queryClient.invalidateQueries({ queryKey: settingsQuery(account).queryKey })}
              >
                Load the current settings
              </Button>
            </Stack>
          </Alert>
        )}
        {save.error && !isStale && <ErrorMessage title="The settings were not saved" error={save.error} />}
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button variant="default" disabled={isUnchanged} onClick={() => form.reset()}>
              Undo changes
            </Button>
            <Button type="submit" loading={save.isPending} disabled={isUnchanged}>
              Save settings
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

type SectionsProps = {
  readonly form: UseFormReturnType<SettingsValues>
  readonly may: (name: keyof SettingsValues) => { readonly disabled: boolean; readonly description?: string }
}

function Sections({ form, may }: SectionsProps) {
  const text = (name: keyof SettingsValues, label: string) => (
    <TextInput label={label} {...may(name)} {...form.getInputProps(name)} />
  )
  const number = (name: keyof SettingsValues, label: string, placeholder?: string) => (
    <NumberInput label={label} min={0} placeholder={placeholder} {...may(name)} {...form.getInputProps(name)} />
  )
  const onOff = (name: keyof SettingsValues, label: string) => (
    <Switch label={label} {...may(name)} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  const countries = (name: keyof SettingsValues, label: string) => (
    <TagsInput label={label} placeholder="Such as US" {...may(name)} {...form.getInputProps(name)} />
  )
  return (
    <>
      <Section title="Account">
        {text('name', 'Name')}
        <Select label="Time zone" searchable data={ZONES} {...may('timezone')} {...form.getInputProps('timezone')} />
      </Section>
      <Section title="Sending">
        {number('dailyMessageQuota', 'Texts a day', 'No limit')}
        {countries('allowedCountries', 'Countries that get texts (none: all)')}
        {onOff('allowPremium', 'Send to premium numbers')}
        {onOff('refuseLandlines', 'Send nothing to landlines')}
        {onOff('silentOptIn', 'Add people to groups without a text')}
      </Section>
      <Section title="Replies of the service">
        {number('servicePerHour', 'At most in an hour')}
        {number('servicePerDay', 'At most in a day')}
        {onOff('chargeReplies', 'Replies to HELP cost credits')}
        <Textarea label="Reply to HELP" autosize minRows={2} {...may('helpText')} {...form.getInputProps('helpText')} />
      </Section>
      <Section title="Compliance">
        <Textarea
          label="Phrases that are never sent, one a line"
          autosize
          minRows={3}
          maxRows={12}
          {...may('blockedPhrases')}
          {...form.getInputProps('blockedPhrases')}
        />
        {onOff('blockPublicShorteners', 'Refuse links of public shorteners')}
      </Section>
      <Section title="Opt-in form">
        {onOff('formOpen', 'The forms of this account are open')}
        {countries('formCountries', 'Countries whose numbers may opt in (none: all)')}
        <Textarea
          label="What people agree to (empty: the text of the service)"
          autosize
          minRows={3}
          {...may('consentText')}
          {...form.getInputProps('consentText')}
        />
        {text('privacyUrl', 'Address of the privacy policy')}
        {text('termsUrl', 'Address of the terms')}
      </Section>
      <Section title="How long data is kept, in days">
        {number('keptMessages', 'Messages', 'For ever')}
        {number('keptEvents', 'Events', 'For ever')}
        {number('keptClicks', 'Clicks', 'For ever')}
      </Section>
    </>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack>{children}</Stack>
    </Panel>
  )
}
