import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { useChangePerson } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Gives roles to a person or takes them. */
export function RolesDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const change = useChangePerson()
  const [isStaff, setStaff] = useState(user.is_staff)
  const [isAdmin, setAdmin] = useState(user.is_admin)
  return (
    <ActionDialog
      title="Roles"
      about={`What ${user.email} may do in this console.`}
      reasonReader="For the log."
      button={{ text: 'Save' }}
      isReady={isStaff !== user.is_staff || isAdmin !== user.is_admin}
      act={async ({ reason }) => {
        await change.mutateAsync({ user: user.id, is_staff: isStaff, is_admin: isAdmin, reason })
        return `The roles of ${user.email} are changed.`
      }}
      onClose={onClose}
    >
      <Checkbox
        label="Staff"
        description="Decides about reports and publications."
        checked={isStaff}
        onChange={({ currentTarget }) => setStaff(currentTarget.checked)}
      />
      <Checkbox
        label="Administrator"
        description="May do everything here."
        checked={isAdmin}
        onChange={({ currentTarget }) => setAdmin(currentTarget.checked)}
      />
    </ActionDialog>
  )
}
