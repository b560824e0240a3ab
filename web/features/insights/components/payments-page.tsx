import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminPayment } from '#contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { formatCredits, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { usePayments } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { CsvLink } from './csv-link.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { UserSearch, useUserSearch } from './user-search.tsx'

const STATES: Record<AdminPayment['status'], { label: string; color: string }> = {
  paid: { label: 'Paid', color: 'green' },
  open: { label: 'Unpaid', color: 'red' },
  void: { label: 'Cancelled', color: 'gray' },
  rejected: { label: 'Sent back', color: 'yellow' },
}

function whatFor({ kind, plan, period, credits, reason }: AdminPayment): string {
  if (kind === 'pack') return formatCredits(credits)
  return `${reason === 'upgrade' ? 'Change to ' : ''}${plan ?? 'plan'}, ${period ?? 'monthly'}`
}

function Amount({ payment: { amount, refunded, disputed, currency } }: { payment: AdminPayment }) {
  const back = refunded + disputed
  return (
    <>
      {formatMoney(amount, currency)}
      {back > 0 && (
        <Text size="xs" c="dimmed">
          {formatMoney(back, currency)} went back
        </Text>
      )}
    </>
  )
}

/** What was paid, and the way to give it back. */
export function PaymentsPage() {
  const { text, wanted, setText } = useUserSearch()
  const [target, setTarget] = useState<AdminPayment | null>(null)
  const payments = usePayments(wanted)
  return (
    <AdminFrame title="Payments">
      <div className={classes.tools}>
        <UserSearch text={text} setText={setText} />
        <CsvLink endpoint={api.admin.exportPayments} query={{ search: wanted }} />
      </div>
      <ListTable
        list={payments}
        label="Payments"
        keyOf={({ id }) => id}
        empty={wanted === '' ? 'Nothing was paid yet.' : 'No payment of such an address or id.'}
        columns={[
          { title: 'When', render: ({ created_at: at }) => formatTime(at) },
          { title: 'Who', render: ({ email }) => email },
          { title: 'For', render: whatFor },
          { title: 'Number', render: ({ number }) => number ?? '' },
          {
            title: 'State',
            render: ({ status }) => (
              <Badge variant="light" color={STATES[status].color}>
                {STATES[status].label}
              </Badge>
            ),
          },
          { title: 'Amount', kind: 'number', render: (payment) => <Amount payment={payment} /> },
          { title: 'Unspent', kind: 'number', render: ({ unspent }) => formatNumber(unspent) },
          {
            title: 'Act',
            render: (payment) =>
              payment.refundable > 0 && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => setTarget(payment)}
                  aria-label={`Give back money of ${payment.number ?? payment.email}`}
                >
                  Give back
                </Button>
              ),
          },
        ]}
      />
      {target && <RefundDialog payment={target} onClose={() => setTarget(null)} />}
    </AdminFrame>
  )
}
