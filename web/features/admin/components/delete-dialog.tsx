import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { useDeletePerson } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Deletes the account of a person, whose address has to be typed. */
export function DeleteDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const remove = useDeletePerson()
  const [typed, setTyped] = useState('')
  return (
    <ActionDialog
      title="Delete the account"
      about={`${user.email} is logged out and told by email. Images, models, uploads and credits are removed, and a plan ends at once without a refund. Payments stay in the books. This cannot be undone.`}
      reasonReader="For the log."
      button={{ text: 'Delete the account', isEnd: true }}
      isReady={typed.trim().toLowerCase() === user.email.toLowerCase()}
      act={async ({ reason }) => {
        await remove.mutateAsync({ user: user.id, email: typed, reason })
        return 'The account is deleted.'
      }}
      onClose={onClose}
    >
      <TextInput
        label="Email of the account"
        description="Type it, so that it is the right one."
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        required
      />
    </ActionDialog>
  )
}
