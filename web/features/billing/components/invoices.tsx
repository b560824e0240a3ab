import { Anchor, Title, VisuallyHidden } from '@mantine/core'
import type { Invoice } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

const STATES: Record<Invoice['status'], StateLook> = {
  paid: { label: 'Paid', color: 'green' },
  open: { label: 'Unpaid', color: 'red' },
  refunded: { label: 'Refunded', color: 'gray' },
  partly_refunded: { label: 'Partly refunded', color: 'gray' },
  disputed: { label: 'Disputed', color: 'yellow' },
  dispute_lost: { label: 'Dispute lost', color: 'gray' },
  void: { label: 'Cancelled', color: 'gray' },
}

/** What went back of a payment, and how; null: nothing. */
function backText({ status, refunded, currency }: Invoice): string | null {
  if (refunded === 0) return null
  const amount = formatMoney(refunded, currency)
  return status === 'dispute_lost' ? `${amount} returned by your bank` : `${amount} refunded`
}

function DocumentLink({ invoice: { url, status, number, text } }: { invoice: Invoice }) {
  if (url === null) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener">
      {status === 'open' ? 'Pay' : 'View'}
      <VisuallyHidden>{` ${number ?? text}, opens in a new tab`}</VisuallyHidden>
    </Anchor>
  )
}

/** The payments, newest first. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  return (
    <section aria-labelledby="invoices">
      <Title order={2} fz="lg" id="invoices" mb="md">
        Invoices
      </Title>
      <DataTable
        label="Invoices"
        rows={invoices}
        keyOf={({ id }) => id}
        cards="short"
        empty="No invoices yet."
        columns={[
          { title: 'Date', kind: 'time', render: ({ created_at: at }) => formatDay(at) },
          {
            title: 'For',
            kind: 'lead',
            render: ({ text, number }) => <Noted note={number}>{text}</Noted>,
          },
          {
            title: 'Status',
            render: ({ status }) => <StateBadge look={STATES[status]} />,
          },
          {
            title: 'Amount',
            kind: 'number',
            render: (invoice) => (
              <Noted note={backText(invoice)}>
                {formatMoney(invoice.amount, invoice.currency)}
              </Noted>
            ),
          },
          {
            title: 'Document',
            kind: 'link',
            isTitleHidden: true,
            render: (invoice) => <DocumentLink invoice={invoice} />,
          },
        ]}
      />
    </section>
  )
}
