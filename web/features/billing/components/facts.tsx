import type { ReactNode } from 'react'
import type { ChangePreview } from '#contract/billing.ts'
import { formatMoney } from '#web/lib/format.ts'
import classes from './billing.module.css'

/** What a preview tells, one after the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${classes.facts} tabular`}>{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The lines of an invoice as the provider words them. */
export function InvoiceLines({
  lines,
  currency,
}: Pick<ChangePreview, 'lines' | 'currency'>): ReactNode {
  if (lines.length === 0) return null
  return (
    <ul className={classes.lines}>
      {lines.map(({ text, amount }) => (
        <li key={`${text} ${amount}`}>
          <span>{text}</span>
          <span>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Which card pays. */
export function CardFact({ card }: Pick<ChangePreview, 'card'>) {
  return (
    <Fact name="Payment method">
      {card === null ? 'The one on file with our payment provider' : cardText(card)}
    </Fact>
  )
}

const cardText = ({ brand, last4 }: NonNullable<ChangePreview['card']>) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`

export function ChargedToday({
  due: { amount_due, currency, lines },
}: {
  due: Pick<ChangePreview, 'amount_due' | 'currency' | 'lines'>
}) {
  return (
    <Fact name="Charged today">
      <span className={classes.due}>{formatMoney(amount_due, currency)}</span>
      <InvoiceLines lines={lines} currency={currency} />
    </Fact>
  )
}
