import { OperatorError } from '#lib/operator-error.ts'

/** Codes of connections that could not be made or did not hold. */
const AWAY = new Set(['ECONNECTION', 'EDNS', 'EPROTOCOL', 'ESOCKET', 'ETIMEDOUT', 'ETLS'])

/** Returns why a mail was not taken, in a sentence for the operator with what the mail server or the network said. */
export function explainRefusal(error: unknown): OperatorError {
  const { code = '', message } = error as { code?: string; message: string }
  const reason = message.replace(/[.\s]*$/, '')
  const problem = AWAY.has(code)
    ? `The email server cannot be reached: ${reason}.`
    : code === 'EAUTH'
      ? `The email server refuses the user name or the password: ${reason}.`
      : `The email server does not take the email: ${reason}.`
  return new OperatorError(problem, { cause: error })
}
