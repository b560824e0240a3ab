import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { AccountsConfig } from './types.ts'

/** Forwarding services whose addresses people keep; lists of disposable ones often name them. */
const FORWARDING: ReadonlySet<string> = new Set([
  'addy.io',
  'aleeas.com',
  'anonaddy.com',
  'anonaddy.me',
  'duck.com',
  'mozmail.com',
  'passinbox.com',
  'passmail.com',
  'passmail.net',
  'relay.firefox.com',
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'slmail.me',
  'slmails.com',
])

/** `a.b.example`, `b.example`, `example`. */
const withParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.map((_, from) => labels.slice(from).join('.'))
}

/** Loaded when the first address is looked at: the list is a megabyte. */
const readList = async (): Promise<ReadonlySet<string>> =>
  (await import('mailchecker')).default.blacklist()

/**
 * Whether an address belongs to a service that deletes its mailboxes after a while, or gives everybody everybody's.
 * @param config domains that the operator has added, or taken out
 */
export async function isDisposable(
  { further, permanent }: AccountsConfig['disposableAddresses'],
  email: string,
): Promise<boolean> {
  const names = withParents(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  if (names.some((name) => permanent.includes(name))) return false
  if (names.some((name) => further.includes(name))) return true
  if (names.some((name) => FORWARDING.has(name))) return false
  const list = await readList()
  return names.some((name) => list.has(name))
}

/** @throws {AppError} `invalid` for a disposable address, where the operator refuses them */
export async function requirePermanentAddress(
  { disposableAddresses }: Pick<AccountsConfig, 'disposableAddresses'>,
  email: string,
): Promise<void> {
  if (disposableAddresses.refused && (await isDisposable(disposableAddresses, email)))
    throw invalidField('email', t('accounts.disposableAddress'))
}
