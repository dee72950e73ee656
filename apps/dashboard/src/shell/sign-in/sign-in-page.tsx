import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyRoute, useRouter } from '@tanstack/react-router'
import { BASE_PATH } from '../../api/base-path.js'
import { call } from '../../api/call.js'
import { sessionQuery } from '../../api/session.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { SignedOutPanel } from './signed-out-panel.js'
import { ISSUER_PROBLEMS } from './issuer-problems.js'

export const signInPage = createLazyRoute('/sign-in')({ component: SignInPage })

function SignInPage() {
  const { back, ended, oidc: problem } = signInPage.useSearch()
  const offered = useQuery({ queryKey: ['sign-in'], queryFn: ({ signal }) => call('get', '/sign-in', { signal }) })
  const signIn = useSignIn(back)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: isEmail('Enter your e-mail address.'), password: isNotEmpty('Enter your password.') },
  })
  return (
    <SignedOutPanel title="Sign in">
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          {ended && !problem && !signIn.error && (
            <Alert color="orange" role="status">
              Your session has ended. Sign in again to go on.
            </Alert>
          )}
          {problem && !signIn.error && (
            <Alert
              color="red"
              role="alert"
              title={`You are not signed in with ${offered.data?.oidc?.name ?? 'your organization'}`}
            >
              {ISSUER_PROBLEMS[problem]}
            </Alert>
          )}
          {signIn.error && <ErrorMessage error={signIn.error} title="You are not signed in" />}
          <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
          <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
          {offered.data?.oidc && (
            <Button component="a" href={offered.data.oidc.url} variant="default" fullWidth>
              Continue with {offered.data.oidc.name}
            </Button>
          )}
        </Stack>
      </form>
    </SignedOutPanel>
  )
}

function useSignIn(back = '/') {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: ['sign-in'],
    mutationFn: (body: { email: string; password: string }) => call('post', '/session', { body }),
    onSuccess: async (session) => {
      const before = queryClient.getQueryData(sessionQuery.queryKey)
      // After the session of another person, nothing of that person is shown.
      if (before !== undefined && before.user.id !== session.user.id) queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      router.history.push(BASE_PATH + back)
    },
  })
}
