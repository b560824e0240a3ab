import { Page } from '#web/ui/page.tsx'
import type { Way } from './use-withdrawals.ts'
import { WithdrawList } from './withdraw-list.tsx'
import { WithdrawOne } from './withdraw-one.tsx'

/** Withdrawal from a purchase. @param way null: which one is still to be chosen */
export function WithdrawPage({ way }: { way: Way | null }) {
  return (
    <Page width="text">
      {way === null ? (
        <WithdrawList />
      ) : (
        <WithdrawOne key={'token' in way ? way.token : way.payment} way={way} />
      )}
    </Page>
  )
}
