import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { type Dialog, useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'

/**
 * Which dialog shows the way on when a call was refused, or null. A page that shows its own errors says
 * itself that the queue is full. Nothing is offered to an account that may not buy.
 */
export function offerFor(
  error: unknown,
  { isPaid, canBuy, showsOwnErrors }: { isPaid: boolean; canBuy: boolean; showsOwnErrors: boolean },
): Dialog | null {
  if (!canBuy || !(error instanceof ApiError)) return null
  switch (error.code) {
    case 'plan_required':
      return 'upgrade'
    case 'not_enough_credits':
      return isPaid ? 'credits' : 'upgrade'
    case 'queue_full':
      return isPaid || showsOwnErrors ? null : 'upgrade'
    default:
      return null
  }
}

/** Opens the plans or the packs when a call is refused for want of a plan or of credits, on any page. */
export function useOffersOnRefusal(): void {
  const client = useQueryClient()
  const { isPaid, canBuy } = useSession()
  const { show } = useDialogs()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const showsOwnErrors = event.mutation.meta?.showsOwnErrors === true
        const dialog = offerFor(event.action.error, { isPaid, canBuy, showsOwnErrors })
        if (dialog) show(dialog)
      }),
    [client, isPaid, canBuy, show],
  )
}
