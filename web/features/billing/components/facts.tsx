import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChangePreview } from '#contract/billing.ts'
import { formatMoney } from '#web/lib/format.ts'
import classes from './billing.module.css'
import { useTexts } from '../texts.ts'

/** What a preview tells, one after the other, and by which clock its days are. */
export function Facts({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <>
      <dl className={`${classes.facts} tabular`}>{children}</dl>
      <Text size="sm" c="dimmed" mt="md">
        {t('facts.utc')}
      </Text>
    </>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
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
  const t = useTexts()
  return (
    <Fact label={t('fact.paymentMethod')}>
      {card === null
        ? t('facts.noCard')
        : t('facts.card', {
            brand: `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)}`,
            last4: card.last4,
          })}
    </Fact>
  )
}

export function ChargedToday({
  due: { amount_due, currency, lines },
}: {
  due: Pick<ChangePreview, 'amount_due' | 'currency' | 'lines'>
}) {
  const t = useTexts()
  return (
    <Fact label={t('fact.chargedToday')}>
      <span className={classes.due}>{formatMoney(amount_due, currency)}</span>
      <InvoiceLines lines={lines} currency={currency} />
    </Fact>
  )
}
