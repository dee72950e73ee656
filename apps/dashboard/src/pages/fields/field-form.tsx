import { Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'
import { FIELD_TYPES, TYPE_LABELS, type FieldType } from './field-types.js'

export type FieldValues = {
  label: string
  type: FieldType
  options: string[]
  isActive: boolean
}

export type FieldFormProps = {
  readonly initialValues: FieldValues
  /** The key is the name of the merge tag, and does not change with the label. */
  readonly fieldKey: string
  readonly isNew: boolean
  readonly submitLabel: string
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: (values: FieldValues) => Promise<unknown>
  readonly onCancel: () => void
}

export function FieldForm({ initialValues, fieldKey, isNew, onSubmit, ...body }: FieldFormProps) {
  const form = useForm({
    initialValues,
    validate: {
      label: isNotEmpty('Give the field a name.'),
      options: (options, { type }) => (hasOptions(type) && options.length === 0 ? 'Give at least one option.' : null),
    },
  })
  const submit = form.onSubmit((given) => {
    if (body.isSaving) return
    const options = hasOptions(given.type) ? given.options : []
    const sent = { ...given, label: given.label.trim(), options }
    onSubmit(sent).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody {...body} onSubmit={submit} errorTitle="The field was not saved">
      <TextInput
        label="Name"
        description="What people see, for example “Birthday month”. It may change later."
        maxLength={100}
        required
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Select
        label="Type"
        description={isNew ? 'It cannot be changed later.' : 'The type of a field cannot be changed.'}
        data={FIELD_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
        allowDeselect={false}
        disabled={!isNew}
        {...form.getInputProps('type')}
      />
      {hasOptions(form.values.type) && (
        <TagsInput
          label="Options"
          description="Press Enter after each. Contacts keep the value of an option that you remove, but it is hidden."
          maxTags={100}
          clearButtonProps={{ 'aria-label': 'Remove all options' }}
          {...form.getInputProps('options')}
        />
      )}
      {!isNew && (
        <Switch
          label="Active"
          description="The values of a field that is not active are kept but hidden, and its merge tag is empty."
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
      <Text size="sm" c="dimmed">
        In a text: <code>{`{{${fieldKey}}}`}</code>
      </Text>
    </FormBody>
  )
}

function hasOptions(type: FieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
}
