import { PaidPlanName, type PlanChoice } from '#contract/billing.ts'
import { PlanPeriod } from '#contract/users.ts'

/** What somebody wants to buy. */
export type Choice = ({ kind: 'plan' } & PlanChoice) | { kind: 'pack'; quantity: number }

/** The same text for the same thing. */
export const keyOf = (choice: Choice): string =>
  choice.kind === 'plan' ? `${choice.plan} ${choice.period}` : `pack ${choice.quantity}`

/** How the choice stands in the address of the pricing page. */
export function queryOf(choice: Choice): { plan: string; period: string } | { pack: string } {
  return choice.kind === 'plan'
    ? { plan: choice.plan, period: choice.period }
    : { pack: String(choice.quantity) }
}

/** The plan and period in an address, or null. */
export function planChoiceOf(search: URLSearchParams): PlanChoice | null {
  const plan = PaidPlanName.safeParse(search.get('plan'))
  const period = PlanPeriod.safeParse(search.get('period'))
  return plan.success && period.success ? { plan: plan.data, period: period.data } : null
}

/** The choice in the address of the pricing page, or null. */
export function choiceOf(search: URLSearchParams): Choice | null {
  const plan = planChoiceOf(search)
  if (plan) return { kind: 'plan', ...plan }
  const pack = search.get('pack') ?? ''
  return /^[1-9]\d{0,6}$/.test(pack) ? { kind: 'pack', quantity: Number(pack) } : null
}
