import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { AccountDeletion } from '#contract/account.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useAccountDeletion, useDeleteAccount } from './use-account-deletion.ts'
import { useFields } from '../lib/use-fields.ts'
import { useTexts } from './texts.ts'

/** Each loss in numbers; what is not there is not named. */
function Losses({ deletion }: { deletion: AccountDeletion }) {
  const t = useTexts()
  const {
    plan,
    credits,
    credits_bought: bought,
    running_jobs: running,
    pictures,
    uploads,
  } = deletion
  return (
    <List spacing="xs" size="sm">
      {pictures > 0 && (
        <List.Item>{t('deleteAccountDialog.images', { count: pictures })}</List.Item>
      )}
      {uploads > 0 && <List.Item>{t('deleteAccountDialog.uploads', { count: uploads })}</List.Item>}
      {running > 0 && <List.Item>{t('deleteAccountDialog.running')}</List.Item>}
      {plan !== 'free' && <List.Item>{t('deleteAccountDialog.plan')}</List.Item>}
      {credits > 0 && (
        <List.Item>{t('deleteAccountDialog.credits', { credits, bought })}</List.Item>
      )}
      <List.Item>
        {t.rich('deleteAccountDialog.withdraw', {
          link: (
            <Anchor component={Link} to={paths.withdraw.link()}>
              {t('deleteAccountDialog.withdrawLink')}
            </Anchor>
          ),
        })}
      </List.Item>
      <List.Item>{t('deleteAccountDialog.loggedOut')}</List.Item>
      <List.Item>{t('deleteAccountDialog.payments')}</List.Item>
    </List>
  )
}

function Confirmation({ deletion, onClose }: { deletion: AccountDeletion; onClose(): void }) {
  const t = useTexts()
  const remove = useDeleteAccount()
  const field = useRef<HTMLInputElement>(null)
  // It comes after the dialog, which then has its focus elsewhere.
  useEffect(() => field.current?.focus(), [])
  const needsPassword = deletion.confirm_with === 'password'
  const form = useFields(
    { password: '' },
    {
      password: (value) =>
        needsPassword && value === '' ? t('deleteAccountDialog.enterYourPassword') : null,
    },
  )
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
        <Text fw={700}>{t('deleteAccountDialog.noUndo')}</Text>
        {needsPassword && (
          <PasswordInput
            label={t('deleteAccountDialog.yourPassword')}
            autoComplete="current-password"
            required
            ref={field}
            {...form.of('password')}
          />
        )}
        {isStale && <SignInAgain />}
        {isOtherError && (
          <Alert color="red" title={t('deleteAccountDialog.failed')}>
            {messageOf(remove.error)}
          </Alert>
        )}
        <Group gap="xs">
          <Button variant="default" mih={44} onClick={onClose}>
            {t('deleteAccountDialog.keep')}
          </Button>
          <Button
            type="submit"
            color="red"
            variant="light"
            mih={44}
            loading={remove.isPending}
            disabled={isStale}
          >
            {t('deleteAccountDialog.delete')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Content({ onClose }: { onClose(): void }) {
  const t = useTexts()
  const deletion = useAccountDeletion()
  if (deletion.data && !deletion.isFetching) {
    return <Confirmation deletion={deletion.data} onClose={onClose} />
  }
  if (deletion.isError) {
    return (
      <ErrorState
        what={t('deleteAccountDialog.loadFailed')}
        onRetry={() => void deletion.refetch()}
      />
    )
  }
  return (
    <Stack gap="xs" role="status" aria-label={t('deleteAccountDialog.loading')}>
      <Skeleton height={20} />
      <Skeleton height={20} width="80%" />
      <Skeleton height={20} width="60%" />
      <Skeleton height={44} mt="md" />
    </Stack>
  )
}

/** What is lost with the account, and the password before it is. */
export function DeleteAccountDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const t = useTexts()
  return (
    <DeferredDialog
      opened={opened}
      onClose={onClose}
      title={t('deleteAccountDialog.title')}
      size={520}
    >
      <Content onClose={onClose} />
    </DeferredDialog>
  )
}
