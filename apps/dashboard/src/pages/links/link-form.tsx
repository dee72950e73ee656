import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { FormBody } from '../../parts/form/form-body.js'

export type LinkValues = { link: string; target: string }

export type LinkFormProps = {
  readonly initialValues: LinkValues
  readonly isNew: boolean
  readonly submitLabel: string
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSubmit: (values: LinkValues) => Promise<unknown>
  readonly onCancel: () => void
}

export function LinkForm({ initialValues, isNew, onSubmit, ...body }: LinkFormProps) {
  const form = useForm({
    initialValues,
    validate: {
      link: isNotEmpty('Write the link, for example go.example.com/sale.'),
      target: isNotEmpty('Write the address that it leads to.'),
    },
  })
  const submit = form.onSubmit(({ link, target }) => {
    if (body.isSaving) return
    const sent = { link: bareLink(link), target: target.trim() }
    onSubmit(sent).catch((error: unknown) => form.setErrors(fieldErrorsOf(error)))
  })
  return (
    <FormBody {...body} onSubmit={submit} errorTitle="The link was not saved">
      <TextInput
        label="Link"
        description={
          isNew
            ? 'Your domain and a path. The domain must lead to this service. It cannot be changed later.'
            : 'A link never changes, because texts with it were sent.'
        }
        placeholder="go.example.com/sale"
        required
        disabled={!isNew}
        data-autofocus={isNew || undefined}
        {...form.getInputProps('link')}
      />
      <TextInput
        label="Leads to"
        description={isNew ? undefined : 'A new address also applies to the links that were sent before.'}
        placeholder="https://shop.example.com/sale"
        type="url"
        required
        data-autofocus={isNew ? undefined : true}
        {...form.getInputProps('target')}
      />
    </FormBody>
  )
}

/** People paste whole addresses. A link is registered without scheme and slash at its end. */
function bareLink(link: string): string {
  return link
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')
}
