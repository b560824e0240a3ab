import { EmailAddress } from '#contract/accounts.ts'
import { type PlanName, PlanPeriod } from '#contract/users.ts'
import { PLAN_NAMES } from '#contract/values/users.ts'
import { OperatorError } from '#lib/operator-error.ts'

const MOST_CREDITS = 100_000_000

/** @throws {OperatorError} when it is missing or no address */
export function readEmail(text: string | undefined): string {
  const { data } = EmailAddress.safeParse(text)
  if (data === undefined) {
    throw new OperatorError(
      `--email must be an email address${text === undefined ? '' : `, not "${text}"`}.`,
    )
  }
  return data
}

/** @throws {OperatorError} when it is no whole number of at least `min` */
export function readCredits(option: string, text: string, min: number): number {
  const value = Number(text)
  if (!/^-?\d{1,9}$/.test(text) || value < min || value > MOST_CREDITS) {
    throw new OperatorError(
      `${option} must be a whole number from ${min} to ${MOST_CREDITS}, not "${text}".`,
    )
  }
  return value
}

/** @throws {OperatorError} when there is no such plan or period */
export function readPlan(
  plan: string | undefined,
  period: string | undefined,
): { name: PlanName; period: PlanPeriod } | undefined {
  if (plan === undefined) {
    if (period !== undefined) throw new OperatorError('--period needs --plan.')
    return undefined
  }
  const name = PLAN_NAMES.find((known) => known === plan)
  if (!name)
    throw new OperatorError(`--plan must be one of ${PLAN_NAMES.join(', ')}, not "${plan}".`)
  const parsed = PlanPeriod.safeParse(period ?? 'monthly')
  if (!parsed.success)
    throw new OperatorError(`--period must be monthly or yearly, not "${period}".`)
  return { name, period: parsed.data }
}
