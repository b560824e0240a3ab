import type { Finding } from '#contract/admin.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import { AppError } from '#server/platform/errors.ts'

export interface ProviderCheck {
  checked: boolean
  /** Why it was not, for people. */
  note: string | null
  /** Payments that were compared, and older ones that were not. */
  compared: number
  leftOut: number
  /** From when on payments that only the provider knows were looked for; null: not at all. */
  searchedFrom: Date | null
  findings: Finding[]
}

const NOT_CHECKED = { checked: false, compared: 0, leftOut: 0, searchedFrom: null, findings: [] }

/** Our payments against the provider's, of so many days or all. A provider that cannot be asked is no difference. */
export async function checkProvider(billing: Billing, days: number | null): Promise<ProviderCheck> {
  try {
    const { differences, ...scope } = await billing.compareWithProvider(days)
    return {
      checked: true,
      note: null,
      ...scope,
      findings: differences.map(({ check, payment, userId, expected, actual }) => ({
        check,
        subject: `payment ${payment}`,
        user: userId,
        expected,
        actual,
      })),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...NOT_CHECKED, note: error.sentence ?? error.message }
  }
}
