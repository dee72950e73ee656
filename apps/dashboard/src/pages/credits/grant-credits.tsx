import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useAccount } from '../../shell/use-session.js'

const CREDITS_MAX = 1_000_000_000

/** Only owners of the service grant credits. */
export function GrantCredits() {
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <Button onClick={open}>Grant credits</Button>
      <Modal opened={isOpen} onClose={close} title="Grant credits">
        <GrantForm onClose={close} />
      </Modal>
    </>
  )
}

/** An emptied field grants none of its kind. */
type Credits = { readonly sms: number | ''; readonly mms: number | '' }

function GrantForm({ onClose }: { readonly onClose: () => void }) {
  const { id: account, name } = useAccount()
  const queryClient = useQueryClient()
  const form = useForm<Credits>({ initialValues: { sms: 0, mms: 0 } })
  const grant = useMutation({
    mutationFn: ({ sms, mms }: Credits) =>
      call('post', '/accounts/{account}/credits', { path: { account }, body: { sms: Number(sms), mms: Number(mms) } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf('credits', account) })
      onClose()
    },
  })
  const { sms, mms } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => grant.mutate(values))}>
      <Stack>
        <NumberInput
          label="SMS credits"
          min={0}
          max={CREDITS_MAX}
          allowDecimal={false}
          thousandSeparator=","
          data-autofocus
          {...form.getInputProps('sms')}
        />
        <NumberInput
          label="MMS credits"
          min={0}
          max={CREDITS_MAX}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('mms')}
        />
        <Text size="sm" fw={600}>
          Credits that were granted to {name} cannot be taken back.
        </Text>
        {grant.error && <ErrorMessage title="No credits were granted" error={grant.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={grant.isPending} disabled={Number(sms) + Number(mms) === 0}>
            Grant credits
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
