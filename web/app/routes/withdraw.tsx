import { useSearchParams } from 'react-router'
import { WithdrawPage } from '#web/features/billing/index.ts'
import english from '#web/messages/en/pages/withdraw.json'
import { requireMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/withdraw.ts'

export const meta = metaOfPage(english, { noindex: true })

/** The link of a receipt opens without an account; a purchase by its id is shown to its buyer alone. */
export function loader({ request, context }: Route.LoaderArgs): null {
  const { searchParams } = new URL(request.url)
  if (searchParams.get('payment') && !searchParams.get('token')) requireMe(request, context)
  return null
}

export default function Withdraw() {
  const [search] = useSearchParams()
  const [token, payment] = [search.get('token'), search.get('payment')]
  if (token) return <WithdrawPage way={{ token }} />
  return <WithdrawPage way={payment ? { payment } : null} />
}
