import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminPayment } from '#contract/admin-payment.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'
import { formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { usePayments } from '../api/use-admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { stateOf, whatFor } from './payment-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { riskText } from './risk-words.ts'
import { TimeFilter, useFilter } from './time-filter.tsx'
import { useUserSearch, UserTools } from './user-search.tsx'

function wentBack({ refunded, disputed, currency }: AdminPayment): string | null {
  const back = refunded + disputed
  return back > 0 ? `${formatMoney(back, currency)} went back` : null
}

/** What was paid, and the way to give it back. */
export function PaymentsPage() {
  const search = useUserSearch()
  const [target, setTarget] = useState<AdminPayment | null>(null)
  const times = useFilter(['paid_from', 'paid_to'])
  const payments = usePayments(search.wanted, times)
  return (
    <AdminFrame title="Payments">
      <TimeFilter from={times.paid_from} to={times.paid_to} whole={paths.adminPayments.link()} />
      <UserTools search={search} whole={api.admin.exportPayments} />
      <ListTable
        list={payments}
        label="Payments"
        keyOf={({ id }) => id}
        empty={
          search.wanted === ''
            ? `Nothing was paid ${times.paid_from === undefined ? 'yet' : 'in this time'}.`
            : 'No payment of such an address or id.'
        }
        columns={[
          { title: 'When', render: ({ created_at: at }) => formatTime(at) },
          {
            title: 'Who',
            render: ({ user, email }) => (
              <Anchor component={Link} to={paths.adminPerson.link(user)}>
                {email}
              </Anchor>
            ),
          },
          { title: 'For', render: whatFor },
          { title: 'Number', render: ({ number }) => number ?? '' },
          { title: 'State', render: (payment) => <StateBadge look={stateOf(payment)} /> },
          {
            title: 'Amount',
            kind: 'number',
            render: (payment) => (
              <Noted note={wentBack(payment)}>
                {formatMoney(payment.amount, payment.currency)}
              </Noted>
            ),
          },
          { title: 'Risk', render: ({ risk }) => riskText(risk) },
          { title: 'Unspent', kind: 'number', render: ({ unspent }) => formatNumber(unspent) },
          {
            title: 'Action',
            render: (payment) =>
              payment.refundable > 0 && (
                <SmallButton
                  onClick={() => setTarget(payment)}
                  aria-label={`Give back money of ${payment.number ?? payment.email}`}
                >
                  Give back
                </SmallButton>
              ),
          },
        ]}
      />
      {target && <RefundDialog payment={target} onClose={() => setTarget(null)} />}
    </AdminFrame>
  )
}
