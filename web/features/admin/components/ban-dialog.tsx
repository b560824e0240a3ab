import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { useBan, useUnban } from '../api/use-admin.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Bans a person, or lifts their ban, with a reason. */
export function BanDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const ban = useBan()
  const unban = useUnban()
  const [day, setDay] = useState('')
  if (user.banned) {
    return (
      <ActionDialog
        title="Lift the ban"
        about={`${user.email} may log in again, and what the ban hid is published again.`}
        reasonReader="For the log."
        button={{ text: 'Lift the ban' }}
        isReady
        act={async ({ reason }) => {
          await unban.mutateAsync({ user: user.id, reason })
          return `The ban of ${user.email} is lifted.`
        }}
        onClose={onClose}
      >
        {null}
      </ActionDialog>
    )
  }
  return (
    <ActionDialog
      title="Ban a person"
      about={`${user.email} is logged out, what they published is hidden, and what runs is stopped with its credits back. You can lift the ban later.`}
      reasonReader="The person reads it in the email that tells them."
      button={{ text: 'Ban', isEnd: true }}
      isReady
      act={async ({ reason }) => {
        const until = day === '' ? null : new Date(day).toISOString()
        await ban.mutateAsync({ user: user.id, reason, until })
        return `${user.email} is banned.`
      }}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="Until"
        description="Empty: until somebody lifts it."
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </ActionDialog>
  )
}
