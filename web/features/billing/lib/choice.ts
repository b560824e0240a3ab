import type { PlanChoice } from '#contract/billing.ts'
import { PAID_PLAN_NAMES } from '#contract/values/billing.ts'
import { PLAN_PERIODS } from '#contract/values/users.ts'

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
function planChoiceOf(search: URLSearchParams): PlanChoice | null {
  const plan = PAID_PLAN_NAMES.find((name) => name === search.get('plan'))
  const period = PLAN_PERIODS.find((name) => name === search.get('period'))
  return plan && period ? { plan, period } : null
}

/** What the confirm page asks about: another plan, the end of the plan, or to take back what was set for it. */
export type ConfirmInput = ({ kind: 'plan' } & PlanChoice) | { kind: 'cancel' | 'resume' }

/** What the address of the confirm page asks for, or null. */
export function confirmInputOf(search: URLSearchParams): ConfirmInput | null {
  const action = search.get('action')
  if (action === 'cancel' || action === 'resume') return { kind: action }
  const plan = planChoiceOf(search)
  return plan && { kind: 'plan', ...plan }
}

/** The choice in the address of the pricing page, or null. */
export function choiceOf(search: URLSearchParams): Choice | null {
  const plan = planChoiceOf(search)
  if (plan) return { kind: 'plan', ...plan }
  const pack = search.get('pack') ?? ''
  return /^[1-9]\d{0,6}$/.test(pack) ? { kind: 'pack', quantity: Number(pack) } : null
}
