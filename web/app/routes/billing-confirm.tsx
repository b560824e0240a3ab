import { redirect, useSearchParams } from 'react-router'
import { ConfirmPage, confirmInputOf } from '#web/features/billing/index.ts'
import english from '#web/messages/en/pages/billing-confirm.json'
import { requireMe } from '../gates.ts'
import { paths } from '#contract/paths.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/billing-confirm.ts'

export const meta = metaOfPage(english, { noindex: true })

/** Without a plan and a period, or an action, there is nothing to confirm. */
export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  if (!confirmInputOf(new URL(request.url).searchParams)) throw redirect(paths.pricing.link())
  return null
}

export default function BillingConfirm() {
  const [search] = useSearchParams()
  const input = confirmInputOf(search)
  return input && <ConfirmPage input={input} />
}
