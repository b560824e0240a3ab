import { useLimit, useUnlimit } from '../api/use-limits.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Limits an account, or lifts its limit, with a reason. */
export function LimitDialog({
  person: { id, email, isLimited },
  onClose,
}: {
  person: { id: string; email: string; isLimited: boolean }
  onClose(): void
}) {
  const limit = useLimit()
  const unlimit = useUnlimit()
  if (isLimited) {
    return (
      <ActionDialog
        title="Lift the limit"
        about={`${email} may order, publish and buy again, and is told by email.`}
        reasonReader="For the log."
        button={{ text: 'Lift the limit' }}
        isReady
        act={async ({ reason }) => {
          await unlimit.mutateAsync({ user: id, reason })
          return `The limit of ${email} is lifted.`
        }}
        onClose={onClose}
      >
        {null}
      </ActionDialog>
    )
  }
  return (
    <ActionDialog
      title="Limit an account"
      about={`${email} cannot order, publish or buy anything, but can log in, download, export and delete. What was ordered before goes on. You can lift the limit later.`}
      reasonReader="The person reads it on every page and in an email, and can ask you to look again."
      button={{ text: 'Limit', isEnd: true }}
      isReady
      act={async ({ reason }) => {
        await limit.mutateAsync({ user: id, reason })
        return `${email} is limited.`
      }}
      onClose={onClose}
    >
      {null}
    </ActionDialog>
  )
}
