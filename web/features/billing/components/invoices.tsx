import { Anchor, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Invoice } from '#contract/billing.ts'
import { formatUtcDay, formatMoney } from '#web/lib/format.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { WrongLink } from '#web/ui/wrong-link.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { type BillingTexts, useTexts } from '../texts.ts'

const COLORS: Record<Invoice['status'], StateLook['color']> = {
  paid: 'green',
  open: 'red',
  refunded: 'gray',
  partly_refunded: 'gray',
  disputed: 'yellow',
  dispute_lost: 'gray',
  void: 'gray',
}

/** Amount of a payment that went back, and how, else the amount that a promotion took off; null: nothing. */
function noteText(
  { status, refunded, discount, currency }: Invoice,
  t: BillingTexts,
): string | null {
  if (refunded === 0) {
    if (discount === 0) return null
    return t('invoices.discounted', { amount: formatMoney(discount, currency) })
  }
  const amount = formatMoney(refunded, currency)
  return t(status === 'dispute_lost' ? 'invoices.returned' : 'invoices.refunded', { amount })
}

function DocumentLink({ invoice: { url, status, number, text } }: { invoice: Invoice }) {
  const t = useTexts()
  if (url === null) return null
  return (
    <Anchor href={url} target="_blank" rel="noopener">
      {status === 'open' ? t('invoices.pay') : t('invoices.view')}
      <VisuallyHidden> {t('invoices.opensInANewTab', { invoice: number ?? text })}</VisuallyHidden>
    </Anchor>
  )
}

/** The payments, newest first. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  const t = useTexts()
  return (
    <section aria-labelledby="invoices">
      <Title order={2} fz="lg" id="invoices" mb="md">
        {t('invoices.invoices')}
      </Title>
      <DataTable
        label={t('invoices.invoices')}
        rows={invoices}
        keyOf={({ id }) => id}
        cards="short"
        empty={t('invoices.noInvoicesYet')}
        columns={[
          {
            title: t('invoices.date'),
            kind: 'time',
            render: ({ created_at: at }) => formatUtcDay(at),
          },
          {
            title: t('invoices.for'),
            kind: 'lead',
            render: ({ text, number }) => <Noted note={number}>{text}</Noted>,
          },
          {
            title: t('invoices.status'),
            render: ({ status }) => (
              <StateBadge look={{ label: t(`invoiceStatus.${status}`), color: COLORS[status] }} />
            ),
          },
          {
            title: t('invoices.amount'),
            kind: 'number',
            render: (invoice) => (
              <Noted note={noteText(invoice, t)}>
                {formatMoney(invoice.amount, invoice.currency)}
              </Noted>
            ),
          },
          {
            title: t('invoices.document'),
            kind: 'link',
            isTitleHidden: true,
            render: (invoice) => (
              <Group gap="sm" justify="inherit">
                <DocumentLink invoice={invoice} />
                <WrongLink payment={invoice.id} />
              </Group>
            ),
          },
        ]}
      />
      {invoices.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('invoices.withdrawHint')}{' '}
          <Anchor component={Link} to={paths.withdraw.link()} inherit>
            {t('invoices.withdraw')}
          </Anchor>
        </Text>
      )}
    </section>
  )
}
