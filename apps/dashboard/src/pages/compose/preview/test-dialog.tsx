import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '../../../api/api-error.js'
import { call } from '../../../api/call.js'
import { newIdempotencyKey } from '../../../api/idempotency-key.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { phonesIn } from '../audience/entered-numbers.js'
import { messageOf, type Composition } from '../composition.js'

export type TestDialogProps = {
  readonly account: string
  readonly composition: Composition
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sends the text to one number, usually the person's own, as it would arrive. */
export function TestDialog({ isOpen, onClose, ...props }: TestDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Send a test to yourself" centered>
      <TestForm {...props} onClose={onClose} />
    </Modal>
  )
}

function TestForm({ account, composition, onClose }: Omit<TestDialogProps, 'isOpen'>) {
  const [number, setNumber] = useLocalStorage({ key: 'carillon-test-number', defaultValue: '' })
  const [to = null] = phonesIn([number])
  const test = useTest(account, composition)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (to !== null && !test.isPending) test.mutate(to)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Your number"
          description="With country code. This browser remembers it."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={number}
          error={number !== '' && to === null && 'Write it with the country code, such as +12025550123.'}
          onChange={(event) => setNumber(event.currentTarget.value)}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          One text leaves at once, with the fields of the contact with this number. It costs what any text costs, and
          the number must have opted in.
        </Text>
        {test.error && <TestError error={test.error} />}
        {test.data && <TestResult message={test.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={test.isPending} disabled={to === null}>
            Send test
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Each press is one text. The key protects it from being sent twice when the connection breaks. */
function useTest(account: string, composition: Composition) {
  const [key, setKey] = useState(newIdempotencyKey)
  return useMutation({
    mutationFn: (to: string) =>
      call('post', '/accounts/{account}/messaging/message', {
        path: { account },
        body: { to, from: composition.from, ...messageOf(composition), idempotencyKey: key } as never,
      }),
    retry: 1,
    onSuccess: () => setKey(newIdempotencyKey()),
  })
}

function TestError({ error }: { readonly error: unknown }) {
  const isRefused = error instanceof ApiError && (error.code === 33028 || error.code === 33029)
  return (
    <>
      <ErrorMessage error={error} title="The test was not sent" />
      {isRefused && <Text size="sm">Add this number to a group first: also tests go to people who opted in only.</Text>}
    </>
  )
}

function TestResult({
  message: { status, errorMessage },
}: {
  readonly message: { status: string; errorMessage?: string | undefined }
}) {
  return (
    <Text size="sm" role="status" c={status === 'failed' ? 'var(--bad)' : 'var(--good)'}>
      {status === 'failed'
        ? `The carrier refused the test: ${errorMessage ?? 'it gave no reason'}.`
        : 'The test is on its way.'}
    </Text>
  )
}
