import type { AdminUser } from '#contract/admin.ts'
import { startView } from '../api/view.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Asks why an administrator has to see the site as a person does. */
export function ViewDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  return (
    <ActionDialog
      title="See the site as this person"
      about={`For 15 minutes you see every page as ${user.email} does, private images included. You can change nothing, and they are told by email.`}
      reasonReader="The person reads it in the email, and it stands in the log."
      button={{ text: 'See the site' }}
      isReady
      act={async ({ reason }) => {
        await startView(user.id, reason)
        return 'Opening the site.'
      }}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  )
}
