import { NumberInput, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { memo, type ComponentType, type ReactNode } from 'react'
import { Panel } from '../../parts/panel.js'
import { ZoneSelect } from '../../parts/time/zone-select.js'
import { CapsField } from './caps-field.js'
import { HolidaysField } from './hours/holidays-field.js'
import { HOLD_HOURS } from './hours/window-values.js'
import { WindowsField } from './hours/windows-field.js'
import { SETTING_LABELS } from './setting-labels.js'
import type { SettingsValues } from './settings-values.js'

export type SettingsSectionsProps = {
  readonly form: UseFormReturnType<SettingsValues>
  readonly may: (name: keyof SettingsValues) => { readonly disabled: boolean; readonly description?: string }
}

/** The fields of the form, by what they are about. */
export function SettingsSections({ form, may }: SettingsSectionsProps) {
  const of = (name: keyof SettingsValues, type: 'input' | 'checkbox' = 'input') => ({
    label: SETTING_LABELS[name],
    ...may(name),
    ...form.getInputProps(name, { type }),
  })
  const text = (name: keyof SettingsValues) => <Field input={TextInput} props={of(name)} />
  const lines = (name: keyof SettingsValues, rows: { readonly minRows: number; readonly maxRows?: number }) => (
    <Field input={Textarea} props={{ autosize: true, ...rows, ...of(name) }} />
  )
  const number = (name: keyof SettingsValues, placeholder?: string) => (
    <Field input={NumberInput} props={{ min: 0, allowDecimal: false, placeholder, ...of(name) }} />
  )
  const onOff = (name: keyof SettingsValues) => <Field input={Switch} props={of(name, 'checkbox')} />
  const countries = (name: keyof SettingsValues) => (
    <Field input={TagsInput} props={{ placeholder: 'Such as US', ...of(name) }} />
  )
  const hold = { description: 'Whoever would wait longer for a window gets nothing, and it costs nothing.' }
  return (
    <>
      <Section title="Account">
        {text('name')}
        <Field input={ZoneSelect} props={of('timezone')} />
      </Section>
      <Section title="Sending">
        {number('dailyMessageQuota', 'No limit')}
        {countries('allowedCountries')}
        {onOff('allowPremium')}
        {onOff('refuseLandlines')}
        {onOff('smartEncoding')}
        {onOff('autoPauseOn')}
        {form.values.autoPauseOn && number('autoPausePercent')}
        {form.values.autoPauseOn && number('autoPauseAtLeast')}
        <Field input={Select} props={{ data: RATE_COUNTS, allowDeselect: false, ...of('rateCounts') }} />
        {onOff('silentOptIn')}
        <Field input={CapsField} props={{ value: form.values.frequencyCaps, ...of('frequencyCaps') }} />
      </Section>
      <Section title="Sending hours">
        <Field input={WindowsField} props={of('sendingWindows')} />
        <Field input={HolidaysField} props={of('holidays')} />
        <Field input={NumberInput} props={{ ...HOLD_HOURS, allowDecimal: false, ...hold, ...of('holdAtMost') }} />
      </Section>
      <Section title="Texts without a request of yours">
        {number('servicePerHour')}
        {number('servicePerDay')}
        {onOff('chargeReplies')}
        {lines('helpText', { minRows: 2 })}
      </Section>
      <Section title="Compliance">
        {lines('blockedPhrases', { minRows: 3, maxRows: 12 })}
        {onOff('blockPublicShorteners')}
      </Section>
      <Section title="Opt-in form">
        {onOff('formOpen')}
        {countries('formCountries')}
        {lines('consentText', { minRows: 3 })}
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

const RATE_COUNTS = [
  { value: 'parts', label: 'Parts: a long text counts more than once' },
  { value: 'messages', label: 'Texts: each counts once, however long it is' },
]

type FieldProps<P> = { readonly input: ComponentType<P>; readonly props: P }

function InputOf<P extends object>({ input: Input, props }: FieldProps<P>) {
  return <Input {...props} />
}

/** Drawn again only if what it shows has changed: all fields would take too long for each letter that is typed in one. */
const Field = memo(
  InputOf,
  // Functions, which are no part of this text, do the same each time.
  (before, after) => JSON.stringify(before.props) === JSON.stringify(after.props),
) as typeof InputOf

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack>{children}</Stack>
    </Panel>
  )
}
