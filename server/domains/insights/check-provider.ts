import type { Finding } from '#contract/admin.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import { AppError } from '#server/platform/errors.ts'

export interface ProviderCheck {
  checked: boolean
  /** Why it was not, for people. */
  note: string | null
  findings: Finding[]
}

/** Our payments against the provider's, of so many days. A provider that cannot be asked is no difference. */
export async function checkProvider(billing: Billing, days: number): Promise<ProviderCheck> {
  try {
    const differences = await billing.compareWithProvider(days)
    return {
      checked: true,
      note: null,
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
    return { checked: false, note: error.userMessage, findings: [] }
  }
}
