import type { AdminUser } from '#contract/admin.ts'
import { useChangePerson } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Confirms the address of a person who got no email, as where no email server is set. */
export function ConfirmEmailDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const change = useChangePerson()
  return (
    <ActionDialog
      title="Confirm the email address"
      about={`${user.email} has not opened the link of the email. Confirm it only if you know that the address is theirs: they get the free credits of a confirmed account.`}
      reasonReader="For the log."
      button={{ text: 'Confirm the address' }}
      isReady
      act={async ({ reason }) => {
        await change.mutateAsync({ user: user.id, email_verified: true, reason })
        return `${user.email} is confirmed.`
      }}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  )
}
