import { join } from 'node:path'
import type { Config } from '../config/index.ts'
import type { Db } from '../platform/db/index.ts'
import { operatorLine } from '#lib/operator-error.ts'
import { within } from '../platform/process/within.ts'
import { createStorage } from '../platform/storage/index.ts'
import { type Command, readArguments, type Tools, withDatabase, withParts } from './command.ts'

/** A store that has not answered by then is away. */
const FILES_WITHIN_MS = 5000

/** What was found of one part: `wrong` keeps people from using the site, `open` may be meant so. */
interface Finding {
  part: string
  state: 'ok' | 'open' | 'wrong'
  text: string
}

const of = (part: string, state: Finding['state'], text: string): Finding => ({ part, state, text })

function checkAddress({ publicUrl, isLoopback, trustedProxies }: Config): Finding[] {
  if (isLoopback) return [of('address', 'open', `${publicUrl}: this machine alone reaches it`)]
  const isSafe = publicUrl.startsWith('https:')
  return [
    isSafe
      ? of('address', 'ok', publicUrl)
      : of(
          'address',
          'wrong',
          `${publicUrl}: PUBLIC_URL without https sends passwords in the clear`,
        ),
    trustedProxies.length > 0
      ? of('proxies', 'ok', trustedProxies.join(', '))
      : of('proxies', 'open', 'TRUSTED_PROXIES is empty: behind a proxy all share one address'),
  ]
}

function checkSecrets({ secretKey, database }: Config): Finding {
  if (secretKey !== null) return of('secrets', 'ok', 'SECRET_KEY is set')
  return database.url === null
    ? of('secrets', 'ok', 'kept beside the embedded database')
    : of('secrets', 'open', 'SECRET_KEY is not set: settings that are secret cannot be kept')
}

function checkMail({ mail, inbox }: Config): Finding {
  if (mail.smtpUrl !== null) return of('mail', 'ok', `from ${mail.from}`)
  return inbox
    ? of('mail', 'open', 'SMTP_URL is not set: emails are on the page /dev/inbox alone')
    : of('mail', 'wrong', 'SMTP_URL is not set: nobody can confirm an address')
}

function checkPayments({ stripe, testPayments }: Config): Finding {
  if (stripe.secretKey === null) {
    const text = testPayments
      ? 'test payments'
      : 'STRIPE_SECRET_KEY is not set: nothing can be bought'
    return of('payments', 'open', text)
  }
  return stripe.webhookSecrets.length > 0
    ? of('payments', 'ok', 'Stripe')
    : of('payments', 'wrong', 'STRIPE_WEBHOOK_SECRET is not set: payments are seen minutes later')
}

/** The line for the operator of what went wrong; other errors pass. */
function lineOf(error: unknown): string {
  const line = operatorLine(error)
  if (line === null) throw error
  return line
}

/** Whether the program would start on this database. */
async function checkStart(tools: Tools, db: Db): Promise<Finding> {
  try {
    return await withParts(tools, db, async () => of('start', 'ok', 'all parts'))
  } catch (error) {
    return of('start', 'wrong', lineOf(error))
  }
}

/** The database, with the settings in force: those of the environment, and what the console stores in it. */
async function checkDatabase(tools: Tools): Promise<{ config: Config; findings: Finding[] }> {
  const { url } = tools.config.database
  const kind = url === null ? 'the embedded PostgreSQL' : new URL(url).host
  try {
    return await withDatabase(tools, async (db) => {
      // Loaded only here, as it brings whole domains.
      const { createLiveConfig } = await import('../app/live-config.ts')
      const { config } = await createLiveConfig({ ...tools, db })
      const database = of('database', 'ok', db.isPooled ? `${kind}, a pooler` : kind)
      return { config, findings: [database, await checkStart(tools, db)] }
    })
  } catch (error) {
    return { config: tools.config, findings: [of('database', 'wrong', lineOf(error))] }
  }
}

async function checkFiles({ config: { dataDir, s3 }, log }: Tools): Promise<Finding> {
  const place = s3?.bucket ?? dataDir
  const storage = createStorage({ folder: join(dataDir, 'media'), s3 }, log)
  try {
    const checked = await within(FILES_WITHIN_MS, storage.check())
    return of('files', checked === 'late' ? 'wrong' : 'ok', place)
  } catch {
    return of('files', 'wrong', place)
  } finally {
    await storage.dispose()
  }
}

export const configCheck: Command = {
  usage: '',
  summary:
    'Say in one screen what is set, what is open and what is wrong; ends with 1 where something is',
  async run(args, tools) {
    readArguments({ name: 'config check', usage: this.usage }, args, {})
    const { config, findings: parts } = await checkDatabase(tools)
    const findings = [
      ...checkAddress(config),
      checkSecrets(config),
      checkMail(config),
      checkPayments(config),
      ...parts,
      await checkFiles(tools),
    ]
    for (const { part, state, text } of findings) {
      tools.print(`${state.padEnd(6)} ${part.padEnd(9)} ${text}`)
    }
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0
  },
}
