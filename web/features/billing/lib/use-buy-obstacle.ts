import { useSession } from '#web/lib/session.ts'
import { usePaymentsMode } from './use-plans.ts'

/** Returns why nothing can be bought, here or by this person; null: it can. */
export function useBuyObstacle(): 'notAvailable' | 'limited' | null {
  const { canBuy } = useSession()
  const isOff = usePaymentsMode() === 'off'
  if (!canBuy) return 'limited'
  return isOff ? 'notAvailable' : null
}
