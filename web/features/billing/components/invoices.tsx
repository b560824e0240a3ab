import { Anchor, Badge, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Invoice } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { invoiceStatus } from '../texts.ts'

const STATUS_COLOR: Record<Invoice['status'], string> = {
  paid: 'green',
  open: 'red',
  refunded: 'gray',
  partly_refunded: 'gray',
  disputed: 'yellow',
  void: 'gray',
}

function WhatFor({ invoice: { text, number } }: { invoice: Invoice }) {
  return (
    <>
      {text}
      {number !== null && (
        <Text size="xs" c="dimmed">
          {number}
        </Text>
      )}
    </>
  )
}

function Amount({ invoice: { amount, refunded, currency } }: { invoice: Invoice }) {
  return (
    <>
      {formatMoney(amount, currency)}
      {refunded > 0 && (
        <Text size="xs" c="dimmed">
          {formatMoney(refunded, currency)} paid back
        </Text>
      )}
    </>
  )
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
        empty="Nothing was paid yet. Invoices of plans and packs will be here."
        columns={[
          { title: 'Date', kind: 'time', render: ({ created_at: at }) => formatDay(at) },
          { title: 'For', kind: 'lead', render: (invoice) => <WhatFor invoice={invoice} /> },
          {
            title: 'Status',
            render: ({ status }) => (
              <Badge variant="light" color={STATUS_COLOR[status]}>
                {invoiceStatus[status]}
              </Badge>
            ),
          },
          { title: 'Amount', kind: 'number', render: (invoice) => <Amount invoice={invoice} /> },
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
