import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'
import { passkeysAt, requestPasskey } from '../passkeys/passkeys.ts'
import { openSession } from '../sessions.ts'
import { hasSecondFactor, readSecondFactor } from './factors.ts'
import { keepLogin } from './login-challenges.ts'

/** What a right password, or the word of a provider, opens: a session, or the question for the second factor. */
type Entry = { key: string } | { question: SecondFactorQuestion }

interface Arrival {
  userId: string
  userAgent: string | null
  site: RelyingParty
  /** A Google account that is joined once the second factor was shown. */
  googleSubject?: string | null
}

async function ask(tx: Tx, { userId, site, googleSubject = null }: Arrival) {
  const challenge = await keepLogin(tx, { userId, googleSubject })
  const state = await readSecondFactor(tx, userId)
  const keys = await passkeysAt(tx, userId, site)
  const methods: SecondFactorQuestion['methods'] = []
  if (keys.length > 0) methods.push('assertion')
  if (state.since !== null) methods.push('code')
  if (state.recovery_codes_left > 0) methods.push('recovery_code')
  const passkey = keys.length === 0 ? null : requestPasskey(site, { challenge, keys })
  return { challenge, methods, passkey }
}

/** Opens a session, or asks for the second factor, in the transaction that has found who it is. */
export async function letIn(tx: Tx, arrival: Arrival): Promise<Entry> {
  if (await hasSecondFactor(tx, arrival.userId)) return { question: await ask(tx, arrival) }
  return { key: await openSession(tx, arrival.userId, arrival.userAgent) }
}

/** The session's token, once the transaction is over. @throws {AppError} `second_factor_required` with the question */
export function keyOf(entry: Entry): string {
  if ('key' in entry) return entry.key
  throw new AppError('second_factor_required', 'a login waits for its second factor', {
    userMessage: t('accounts.showSecondFactor'),
    extra: { ...entry.question },
  })
}
