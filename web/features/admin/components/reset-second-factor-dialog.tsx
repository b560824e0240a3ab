import { useResetSecondFactor } from '../api/use-person.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Lets a person in again who has lost their authenticator app or passkeys, and the recovery codes. */
export function ResetSecondFactorDialog({
  user: { id, email },
  onClose,
}: {
  user: { id: string; email: string }
  onClose(): void
}) {
  const reset = useResetSecondFactor(id)
  return (
    <ActionDialog
      title="Reset the two-factor login"
      about={`${email} can then log in with the password alone. Do it only if you are sure that it is them who ask: an email tells them.`}
      reasonReader="For the log."
      button={{ text: 'Reset it', isEnd: true }}
      isReady
      act={async ({ reason }) => {
        await reset.mutateAsync(reason)
        return `${email} can log in with the password alone.`
      }}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  )
}
