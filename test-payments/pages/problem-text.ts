import type { PageLanguage, PageText } from './page-language.ts'

const PROBLEMS: Readonly<Record<string, PageText>> = {
  generic_decline: 'problem.declined',
  insufficient_funds: 'problem.insufficientFunds',
  authentication_required: 'problem.unconfirmed',
  incorrect_number: 'problem.incorrectNumber',
  tax_id_invalid: 'problem.taxId',
  discount_unusable: 'problem.discount',
}

/** Says why nothing was paid; a code without words of its own in those of the API, which are English. */
export function problemText(
  { t }: PageLanguage,
  { code, message }: { code: string | null; message: string | null },
): string {
  const problem = PROBLEMS[code ?? '']
  return problem === undefined ? (message ?? '') : t(problem)
}
