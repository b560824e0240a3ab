import type { PlanPeriod } from '#contract/users.ts'
import type { RemoteInvoice, RemoteLine } from './payment-provider.ts'
import type { PaidPlan } from './plans.ts'

interface PlanLine extends Omit<RemoteLine, 'item'> {
  plan: PaidPlan
  period: PlanPeriod
  /** A month, as it was sold. */
  credits: number
  /** Cents of a whole period, as it was sold. */
  price: number
}

/** What a subscription's invoice is for. */
export type InvoiceChange =
  /** A paid period from its start; `replaced`: the plan whose rest was given back for it. */
  | {
      kind: 'period'
      plan: PaidPlan
      period: PlanPeriod
      /** A month. */
      credits: number
      /** Cents of a whole period. */
      price: number
      start: Date
      end: Date
      replaced: { credits: number; at: Date } | null
    }
  /** The rest of a period at a higher price. */
  | {
      kind: 'rest'
      /** Credits a month before it. */
      from: number
      plan: PaidPlan
      period: PlanPeriod
      credits: number
      price: number
      at: Date
      end: Date
    }

function planLines(lines: readonly RemoteLine[]): PlanLine[] {
  return lines.flatMap(({ item, ...line }) =>
    item?.kind === 'plan'
      ? [
          {
            ...line,
            plan: item.plan,
            period: item.period,
            credits: item.credits,
            price: item.price,
          },
        ]
      : [],
  )
}

/** Reads from its lines what an invoice pays for; null: nothing of ours. */
export function readInvoiceChange({ lines }: Pick<RemoteInvoice, 'lines'>): InvoiceChange | null {
  const all = planLines(lines)
  const prorations = all.filter(({ proration }) => proration)
  const charged = prorations.findLast(({ amount }) => amount > 0)
  const givenBack = prorations.find(({ amount }) => amount < 0)
  const whole = all.findLast(({ proration }) => !proration)
  if (whole) {
    const { plan, period, credits, price, start, end } = whole
    const replaced = givenBack ? { credits: givenBack.credits, at: givenBack.start } : null
    return { kind: 'period', plan, period, credits, price, start, end, replaced }
  }
  if (!charged || !givenBack) return null
  const { plan, period, credits, price, start, end } = charged
  return { kind: 'rest', from: givenBack.credits, plan, period, credits, price, at: start, end }
}
