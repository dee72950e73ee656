import { Divider, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '../../../api/api-error.js'
import { fieldErrorsOf } from '../../../parts/form/field-errors.js'
import { FormBody } from '../../../parts/form/form-body.js'
import { GENDERS } from '../../../parts/text/genders.js'
import { isE164, plainNumber } from '../../../parts/text/plain-number.js'
import { CustomFieldInput } from './custom-field-input.js'
import type { ContactValues, CustomField } from './contact-values.js'

export type ContactFormProps = {
  readonly initialValues: ContactValues
  readonly fields: readonly CustomField[]
  /** A new contact needs a number; that of an existing one never changes. */
  readonly isNew: boolean
  readonly submitLabel: string
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: (values: ContactValues) => Promise<unknown>
  readonly onCancel: () => void
}

export function ContactForm(props: ContactFormProps) {
  const { initialValues, fields, isNew, submitLabel, error, isSaving, onSubmit, onCancel } = props
  const form = useForm({ initialValues, validate: { phoneNumber: (number) => (isNew ? faultOf(number) : null) } })
  const submit = form.onSubmit((values) => {
    if (isSaving) return
    onSubmit(values).catch((refusal: unknown) => form.setErrors(errorsByInput(refusal, fields)))
  })
  const columns = { base: 1, xs: 2 }
  return (
    <FormBody
      onSubmit={submit}
      submitLabel={submitLabel}
      isSaving={isSaving}
      onCancel={onCancel}
      error={error}
      errorTitle="The contact was not saved"
    >
      {isNew && (
        <TextInput
          label="Phone number"
          description="With the country code, for example +12025550123. It cannot be changed later."
          type="tel"
          required
          data-autofocus
          {...form.getInputProps('phoneNumber')}
        />
      )}
      <SimpleGrid cols={columns}>
        <TextInput label="First name" maxLength={40} {...form.getInputProps('firstName')} />
        <TextInput label="Last name" maxLength={40} {...form.getInputProps('lastName')} />
        <TextInput label="E-mail" type="email" maxLength={254} {...form.getInputProps('email')} />
        <TextInput label="Birth date" type="date" {...form.getInputProps('birthDate')} />
        <Select
          label="Gender"
          placeholder="Not set"
          data={GENDERS}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear gender' }}
          value={form.values.gender || null}
          onChange={(gender) => form.setFieldValue('gender', gender ?? '')}
          error={form.errors['gender']}
        />
        <Switch label="Favorite" mt="xl" {...form.getInputProps('isFavorite', { type: 'checkbox' })} />
      </SimpleGrid>
      {fields.length > 0 && (
        <>
          <Divider label="Custom fields" labelPosition="left" />
          <SimpleGrid cols={columns}>
            {fields.map((field) => (
              <CustomFieldInput
                key={field.key}
                field={field}
                value={form.values.custom[field.key] ?? ''}
                onChange={(value) => form.setFieldValue(`custom.${field.key}`, value)}
                error={form.errors[`custom.${field.key}`]}
              />
            ))}
          </SimpleGrid>
        </>
      )}
      <Divider label="Address" labelPosition="left" />
      <SimpleGrid cols={columns}>
        <TextInput label="Street" maxLength={200} {...form.getInputProps('address.street')} />
        <TextInput label="City" maxLength={200} {...form.getInputProps('address.city')} />
        <TextInput label="State" maxLength={200} {...form.getInputProps('address.state')} />
        <TextInput
          label="Postal code"
          description="In the US, the time zone follows from it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={20}
          {...form.getInputProps('address.postalCode')}
        />
        <TextInput
          label="Country"
          description="Two letters, for example US."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={2}
          {...form.getInputProps('address.country')}
        />
      </SimpleGrid>
    </FormBody>
  )
}

/** The service knows which numbers are possible; this only says what the form of one is. */
function faultOf(number: string): string | null {
  return isE164(plainNumber(number)) ? null : 'Write the number with + and the country code, for example +12025550123.'
}

function errorsByInput(error: unknown, fields: readonly CustomField[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const { label } = error.details
  const field = fields.find((candidate) => candidate.label === label)
  return field === undefined ? { ...fieldErrorsOf(error) } : { [`custom.${field.key}`]: error.message }
}
