import { NumberInput, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { Panel } from '../../parts/panel.js'
import { ZoneSelect } from '../../parts/time/zone-select.js'
import { SETTING_LABELS } from './setting-labels.js'
import type { SettingsValues } from './settings-values.js'

export type SettingsSectionsProps = {
  readonly form: UseFormReturnType<SettingsValues>
  readonly may: (name: keyof SettingsValues) => { readonly disabled: boolean; readonly description?: string }
}

/** The fields of the form, by what they are about. */
export function SettingsSections({ form, may }: SettingsSectionsProps) {
  const text = (name: keyof SettingsValues) => (
    <TextInput label={SETTING_LABELS[name]} {...may(name)} {...form.getInputProps(name)} />
  )
  const number = (name: keyof SettingsValues, placeholder?: string) => (
    <NumberInput
      label={SETTING_LABELS[name]}
      min={0}
      allowDecimal={false}
      placeholder={placeholder}
      {...may(name)}
      {...form.getInputProps(name)}
    />
  )
  const onOff = (name: keyof SettingsValues) => (
    <Switch label={SETTING_LABELS[name]} {...may(name)} {...form.getInputProps(name, { type: 'checkbox' })} />
  )
  const countries = (name: keyof SettingsValues) => (
    <TagsInput label={SETTING_LABELS[name]} placeholder="Such as US" {...may(name)} {...form.getInputProps(name)} />
  )
  return (
    <>
      <Section title="Account">
        {text('name')}
        <ZoneSelect label={SETTING_LABELS.timezone} {...may('timezone')} {...form.getInputProps('timezone')} />
      </Section>
      <Section title="Sending">
        {number('dailyMessageQuota', 'No limit')}
        {countries('allowedCountries')}
        {onOff('allowPremium')}
        {onOff('refuseLandlines')}
        {onOff('silentOptIn')}
      </Section>
      <Section title="Texts without a request of yours">
        {number('servicePerHour')}
        {number('servicePerDay')}
        {onOff('chargeReplies')}
        <Textarea
          label={SETTING_LABELS.helpText}
          autosize
          minRows={2}
          {...may('helpText')}
          {...form.getInputProps('helpText')}
        />
      </Section>
      <Section title="Compliance">
        <Textarea
          label={SETTING_LABELS.blockedPhrases}
          autosize
          minRows={3}
          maxRows={12}
          {...may('blockedPhrases')}
          {...form.getInputProps('blockedPhrases')}
        />
        {onOff('blockPublicShorteners')}
      </Section>
      <Section title="Opt-in form">
        {onOff('formOpen')}
        {countries('formCountries')}
        <Textarea
          label={SETTING_LABELS.consentText}
          autosize
          minRows={3}
          {...may('consentText')}
          {...form.getInputProps('consentText')}
        />
        {text('privacyUrl')}
        {text('termsUrl')}
      </Section>
      <Section title="How long data is kept, in days">
        {number('keptMessages', 'Forever')}
        {number('keptEvents', 'Forever')}
        {number('keptClicks', 'Forever')}
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
