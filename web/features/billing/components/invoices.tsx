import { Anchor, Badge, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Invoice } from '#contract/billing.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { invoiceStatus } from '../texts.ts'
import classes from './billing.module.css'

const STATUS_COLOR: Record<Invoice['status'], string> = {
  paid: 'green',
  open: 'red',
  refunded: 'gray',
  partly_refunded: 'gray',
  disputed: 'yellow',
  void: 'gray',
}

function Row({ invoice }: { invoice: Invoice }) {
  const { amount, refunded, currency, number, url } = invoice
  return (
    <tr>
      <td className={classes.when}>{formatDay(invoice.created_at)}</td>
      <td className={classes.what}>
        {invoice.text}
        {number !== null && (
          <Text size="xs" c="dimmed">
            {number}
          </Text>
        )}
      </td>
      <td>
        <Badge variant="light" color={STATUS_COLOR[invoice.status]}>
          {invoiceStatus[invoice.status]}
        </Badge>
      </td>
      <td className={classes.amount}>
        {formatMoney(amount, currency)}
        {refunded > 0 && (
          <Text size="xs" c="dimmed">
            {formatMoney(refunded, currency)} paid back
          </Text>
        )}
      </td>
      <td className={classes.link}>
        {url !== null && (
          <Anchor href={url} target="_blank" rel="noopener">
            {invoice.status === 'open' ? 'Pay' : 'View'}
            <VisuallyHidden>{` ${number ?? invoice.text}, opens in a new tab`}</VisuallyHidden>
          </Anchor>
        )}
      </td>
    </tr>
  )
}

/** The payments, newest first: a table, and cards on phones. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  return (
    <section aria-labelledby="invoices">
      <Title order={2} fz="lg" id="invoices" mb="md">
        Invoices
      </Title>
      {invoices.length === 0 ? (
        <Text c="dimmed">Nothing was paid yet. Invoices of plans and packs will be here.</Text>
      ) : (
        <table className={`${classes.table} tabular`}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">For</th>
              <th scope="col">Status</th>
              <th scope="col" className={classes.amount}>
                Amount
              </th>
              <th scope="col">
                <VisuallyHidden>Document</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
