import { OperatorError } from '#lib/operator-error.ts'
import { inEnglish, t } from '#server/texts/index.ts'

/** Codes of connections that could not be made or did not hold. */
const AWAY = new Set(['ECONNECTION', 'EDNS', 'EPROTOCOL', 'ESOCKET', 'ETIMEDOUT', 'ETLS'])

/** Returns why a mail was not taken, in a sentence for the operator with what the mail server or the network said. */
export function explainRefusal(error: unknown): OperatorError {
  const { code = '', message } = error as { code?: string; message: string }
  const reason = message.replace(/[.\s]*$/, '')
  const text = AWAY.has(code)
    ? t('installation.mailUnreachable', { reason })
    : code === 'EAUTH'
      ? t('installation.mailLoginRefused', { reason })
      : t('installation.mailRefused', { reason })
  return new OperatorError(inEnglish(text), { cause: error, text })
}
