import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, matchesField, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { sessionQuery } from '../../api/session.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { forgetToken } from './link-token.js'
import { PASSWORD_HINT, validPassword } from './password-rules.js'

type AcceptFormProps = {
  readonly token: string
  readonly link: { readonly purpose: 'setup' | 'invite' | 'reset'; readonly email?: string; readonly name?: string }
}

/** Name, e-mail and password of the person who was given the link; a reset asks for the password alone. */
export function AcceptForm({ token, link: { purpose, email, name } }: AcceptFormProps) {
  const accept = useAccept()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: name ?? '', email: email ?? '', password: '', again: '' },
    validate: {
      name: purpose === 'reset' ? undefined : isNotEmpty('Enter your name: colleagues see it beside what you do.'),
      email: email === undefined && purpose !== 'reset' ? isEmail('Enter your e-mail address.') : undefined,
      password: validPassword,
      again: matchesField('password', 'The two passwords differ.'),
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        accept.mutate({
          token,
          password: values.password,
          ...(purpose !== 'reset' && { name: values.name }),
          ...(purpose === 'setup' && { email: values.email }),
        }),
      )}
    >
      <Stack>
        {accept.error && <ErrorMessage error={accept.error} />}
        {purpose !== 'reset' && (
          <TextInput label="Name" autoComplete="name" data-autofocus {...form.getInputProps('name')} />
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly={email !== undefined || purpose === 'reset'}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordInput label="Password again" autoComplete="new-password" {...form.getInputProps('again')} />
        <Button type="submit" loading={accept.isPending}>
          {LABELS[purpose]}
        </Button>
        {purpose !== 'setup' && <ContinueElsewhere token={token} />}
      </Stack>
    </form>
  )
}

/** In place of a password, if the service has an issuer at which people sign in. */
function ContinueElsewhere({ token }: { readonly token: string }) {
  const offered = useQuery({ queryKey: ['sign-in'], queryFn: ({ signal }) => call('get', '/sign-in', { signal }) })
  const begin = useMutation({
    mutationFn: () => call('post', '/links/oidc', { body: { token } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const oidc = offered.data?.oidc ?? null
  if (oidc === null) return null
  return (
    <>
      {begin.error && <ErrorMessage error={begin.error} />}
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        Continue with {oidc.name}
      </Button>
    </>
  )
}

const LABELS = { setup: 'Create owner', invite: 'Accept and sign in', reset: 'Save and sign in' } as const

type Answer = { readonly token: string; readonly name?: string; readonly email?: string; readonly password: string }

function useAccept() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (body: Answer) => call('post', '/links/accept', { body }),
    onSuccess: async (session) => {
      forgetToken()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      await router.navigate({ to: '/', replace: true })
    },
  })
}
