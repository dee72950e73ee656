import { NumberInput, Switch, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { plainNumber } from '../../parts/text/plain-number.js'

export type NumberValues = {
  number: string
  isActive: boolean
  mms: boolean
  /** Empty: no limit. */
  messagesPerSecond: number | ''
  /** Empty: the routes of the service decide. */
  carrier: string
}

export const NEW_NUMBER: NumberValues = { number: '', isActive: true, mms: true, messagesPerSecond: '', carrier: '' }

export type NumberFormProps = {
  readonly initialValues: NumberValues
  readonly isNew: boolean
  /** Only owners of the service choose the carrier of a number. */
  readonly isOwner: boolean
  readonly submitLabel: string
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: (values: NumberValues) => Promise<unknown>
  readonly onCancel: () => void
}

export function NumberForm({ initialValues, isNew, isOwner, onSubmit, ...body }: NumberFormProps) {
  const form = useForm({
    initialValues,
    validate: { number: isNotEmpty('Write the number, for example +12025550100, or a short code of 5 or 6 digits.') },
  })
  const submit = form.onSubmit((given) => {
    if (body.isSaving) return
    const sent = { ...given, number: plainNumber(given.number), carrier: given.carrier.trim() }
    onSubmit(sent).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody {...body} onSubmit={submit} errorTitle="The number was not saved">
      <TextInput
        label="Number"
        description="With + and the country code, or a short code. It must exist at a carrier of this service."
        type="tel"
        required
        disabled={!isNew}
        data-autofocus={isNew || undefined}
        {...form.getInputProps('number')}
      />
      {!isNew && (
        <Switch
          label="Active"
          description="Nothing is sent from a number that is not active. Texts to it still arrive."
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
      <Switch
        label="Sends media"
        description="Whether the carrier sends MMS from this number."
        {...form.getInputProps('mms', { type: 'checkbox' })}
      />
      <NumberInput
        label="Texts a second"
        description="What the carrier allows. Empty: no limit. A long text counts for each of its parts, unless the settings say otherwise."
        min={1}
        max={10_000}
        allowDecimal={false}
        {...form.getInputProps('messagesPerSecond')}
      />
      <TextInput
        label="Carrier"
        description={
          isOwner
            ? 'All texts of this number go by it. Empty: the routes of this service decide.'
            : 'Only owners of this service can change it.'
        }
        maxLength={32}
        disabled={!isOwner}
        {...form.getInputProps('carrier')}
      />
    </FormBody>
  )
}
