import { Radio, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { BodyEditor } from '../../parts/body/body-editor.js'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'

export type GroupValues = {
  name: string
  optInType: 'SINGLE' | 'DOUBLE'
  optInMessage: string | null
  confirmMessage: string | null
  sender: string | null
  tags: string[]
  default: boolean
}

export const NEW_GROUP: GroupValues = {
  name: '',
  optInType: 'DOUBLE',
  optInMessage: null,
  confirmMessage: null,
  sender: null,
  tags: [],
  default: false,
}

export type GroupFormProps = {
  readonly initialValues: GroupValues
  /** The numbers that its texts may come from, and the tags that other groups have. */
  readonly numbers: readonly string[]
  readonly tags: readonly string[]
  readonly submitLabel: string
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: (values: GroupValues) => Promise<unknown>
  readonly onCancel: () => void
}

export function GroupForm({ initialValues, numbers, tags, onSubmit, ...body }: GroupFormProps) {
  const form = useForm({ initialValues, validate: { name: isNotEmpty('Give the group a name.') } })
  const { values, errors, setFieldValue } = form
  const submit = form.onSubmit((given) => {
    if (body.isSaving) return
    onSubmit({ ...given, name: given.name.trim() }).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody {...body} onSubmit={submit} errorTitle="The group was not saved">
      <TextInput label="Name" maxLength={100} required data-autofocus {...form.getInputProps('name')} />
      <Radio.Group
        label="How people join"
        description="What is recommended when somebody is added by hand. A form always confirms the number by a code."
        {...form.getInputProps('optInType')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="DOUBLE" label="After replying YES" description="A text asks first." />
          <Radio value="SINGLE" label="At once" description="You have their consent already, for example on paper." />
        </Stack>
      </Radio.Group>
      <BodyEditor
        label="Question whether to join"
        description="If it is empty, the service asks in words of its own."
        value={values.confirmMessage ?? ''}
        onChange={(text) => setFieldValue('confirmMessage', text === '' ? null : text)}
        error={errors['confirmMessage']}
        minRows={2}
      />
      <BodyEditor
        label="Welcome text"
        description="Sent to people who join at once. If it is empty, nothing is sent."
        value={values.optInMessage ?? ''}
        onChange={(text) => setFieldValue('optInMessage', text === '' ? null : text)}
        error={errors['optInMessage']}
        minRows={2}
      />
      <Select
        label="Number"
        description="Where the texts about this group come from."
        placeholder="The first active number of the account"
        data={[...numbers]}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the number' }}
        {...form.getInputProps('sender')}
      />
      <TagsInput
        label="Tags"
        description="To sort groups. Press Enter after each."
        data={[...tags]}
        maxTags={100}
        clearButtonProps={{ 'aria-label': 'Remove all tags' }}
        {...form.getInputProps('tags')}
      />
      <Switch
        label="Default group"
        description="People who text START to the account are asked to join this group. An account has one."
        {...form.getInputProps('default', { type: 'checkbox' })}
      />
    </FormBody>
  )
}
