import { Alert, Button, Group, List, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { AccountDeletion } from '#contract/account.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useAccountDeletion, useDeleteAccount } from '../lib/use-account-deletion.ts'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`

function pictures({ pictures: made, uploads }: AccountDeletion): string | null {
  const parts = [
    ...(made > 0 ? [counted(made, 'image', 'images')] : []),
    ...(uploads > 0 ? [counted(uploads, 'upload', 'uploads')] : []),
  ]
  return parts.length === 0 ? null : `${parts.join(' and ')} you have here`
}

/** Each loss in numbers; what is not there is not named. */
function Losses({ deletion }: { deletion: AccountDeletion }) {
  const { plan, credits, credits_bought: bought, running_jobs: running } = deletion
  const files = pictures(deletion)
  return (
    <List spacing="xs" size="sm">
      {files !== null && <List.Item>The {files} are removed. Download them before.</List.Item>}
      {running > 0 && <List.Item>What is being made now is stopped.</List.Item>}
      {plan !== 'free' && (
        <List.Item>
          Your plan ends at once, and nothing more is charged. What was paid is not paid back.
        </List.Item>
      )}
      {credits > 0 && (
        <List.Item>
          Your {formatCredits(credits)} are lost
          {bought > 0 && `, also the ${formatNumber(bought)} from packs`}. They are not paid back.
        </List.Item>
      )}
      <List.Item>You are logged out everywhere, and your name and email are erased.</List.Item>
      <List.Item>Payments stay in the books without your name, as the law asks.</List.Item>
    </List>
  )
}

function Confirmation({ deletion, onClose }: { deletion: AccountDeletion; onClose(): void }) {
  const remove = useDeleteAccount()
  const field = useRef<HTMLInputElement>(null)
  // It comes after the dialog, which then has its focus elsewhere.
  useEffect(() => field.current?.focus(), [])
  const needsPassword = deletion.confirm_with === 'password'
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: {
      password: (value) => (needsPassword && value === '' ? 'Enter your password' : null),
    },
  })
  const submit = form.onSubmit(({ password }) =>
    remove.mutate(needsPassword ? { password } : {}, {
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  const isStale = !needsPassword && !deletion.signed_in_recently
  const isOtherError = remove.isError && Object.keys(fieldErrorsOf(remove.error)).length === 0
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Losses deletion={deletion} />
        <Text fw={700}>This cannot be taken back.</Text>
        {needsPassword && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            ref={field}
            {...form.getInputProps('password')}
          />
        )}
        {isStale && <SignInAgain />}
        {isOtherError && (
          <Alert color="red" title="Nothing was deleted">
            {messageOf(remove.error)}
          </Alert>
        )}
        <Group gap="xs">
          <Button variant="default" mih={44} onClick={onClose}>
            Keep the account
          </Button>
          <Button
            type="submit"
            color="red"
            variant="light"
            mih={44}
            loading={remove.isPending}
            disabled={isStale}
          >
            Delete for good
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Content({ onClose }: { onClose(): void }) {
  const deletion = useAccountDeletion()
  if (deletion.data && !deletion.isFetching) {
    return <Confirmation deletion={deletion.data} onClose={onClose} />
  }
  if (deletion.isError) {
    return (
      <ErrorState
        what="What would be lost could not be loaded. Nothing was deleted."
        onRetry={() => void deletion.refetch()}
      />
    )
  }
  return (
    <Stack gap="xs" role="status" aria-label="Loading what would be lost">
      <Skeleton height={20} />
      <Skeleton height={20} width="80%" />
      <Skeleton height={20} width="60%" />
      <Skeleton height={44} mt="md" />
    </Stack>
  )
}

/** What is lost with the account, and the password before it is. */
export function DeleteAccountDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete your account?" size={520}>
      <Content onClose={onClose} />
    </Dialog>
  )
}
