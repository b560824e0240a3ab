import { sql } from 'kysely'
import { isBlank } from '#contract/is-blank.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { invalidField, refuseFields, userError } from '#server/platform/errors.ts'
import { isMetadataHost } from '#server/platform/public-address.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import type { EngineConnection, EngineKind, EngineKinds } from '../engine-kinds.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { sealCredentials } from '../fleet/credentials.ts'
import { tellAll } from '../fleet/states.ts'

export interface NewServer {
  kind: string
  /** Its name for administrators. */
  name: string
  url: string | null
  /** `user:password`, a token or a key. */
  credentials: string | null
  concurrency: number | null
}

export interface ActionDeps {
  kinds: EngineKinds
  fleet: Fleet
  /** Of the installation. */
  secret: Buffer
}

/**
 * Adds a server or a service; every process has it as soon as the transaction commits.
 * @returns the name of its engine
 * @throws {AppError} `invalid`; `conflict` when it is there already
 */
export async function addServer(deps: ActionDeps, tx: Tx, server: NewServer): Promise<string> {
  const made = engineOf(deps, server)
  await made.dispose()
  const { name: engine } = made
  const { kind, name: label, credentials, concurrency } = server
  if (deps.fleet.members().has(engine)) throw isThere()
  const added = await tx
    .insertInto('engine_servers')
    .values({
      name: engine,
      kind,
      label,
      url: plainUrl(server.url, deps.kinds[kind]),
      credentials: credentials === null ? null : sealCredentials(deps.secret, engine, credentials),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!added) throw isThere()
  // The past of an engine at this address does not count for the new one.
  const state = {
    mode: 'active' as const,
    concurrency,
    daily_limit: null,
    limit_reached_on: null,
    circuit_until: null,
    circuit_rest_ms: null,
    last_error: null,
    last_error_at: null,
    last_trouble: null,
    first_ready_at: null,
  }
  await tx
    .insertInto('engine_states')
    .values({ engine, ...state })
    .onConflict((conflict) => conflict.column('engine').doUpdateSet(state))
    .execute()
  await tellAll(tx)
  return engine
}

const isThere = () => userError('conflict', t('setup.engineSetUp'))

/** @throws {AppError} `invalid` that names every field that is missing */
function requireFields({ needs }: EngineKind, { name, url, credentials }: NewServer): void {
  refuseFields({
    ...(isBlank(name) && { name: [t('requests.blank')] }),
    ...(needs === 'address' && url === null && { url: [t('setup.enterAddress')] }),
    ...(needs === 'key' && credentials === null && { credentials: [t('setup.enterKey')] }),
  })
}

/**
 * Makes the engine of a server; the caller disposes of it. Engines are called after their address, so that two of one address
 * are one.
 * @throws {AppError} `invalid`
 */
export function engineOf({ kinds }: Pick<ActionDeps, 'kinds'>, server: NewServer): Engine {
  const { kind, url, credentials } = server
  const entry = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!entry) {
    const known = Object.keys(kinds).join(', ')
    throw invalidField('kind', t('console.chooseOneOf', { known }))
  }
  requireFields(entry, server)
  return created(entry, { url: plainUrl(url, entry), credentials })
}

/** An engine of options that are none is refused with the line that says so. @throws {AppError} `invalid` */
function created(kind: EngineKind, place: EngineConnection): Engine {
  if (!kind.takesOptions) return kind.create(place)
  try {
    return kind.create(place)
  } catch (error) {
    throw invalidField('url', (error as Error).message)
  }
}

/** @throws {AppError} `invalid` */
function plainUrl(text: string | null, kind: EngineKind | undefined): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidField('url', t('setup.httpAddress'))
  if (url.username !== '' || url.password !== '')
    throw invalidField('url', t('setup.userAndPassword'))
  if (isMetadataHost(url.hostname.replaceAll(/[[\]]/g, '')))
    throw invalidField('url', t('setup.addressNotAllowed'))
  const search = kind?.takesOptions ? url.search : ''
  if (url.search !== search || url.hash !== '') throw invalidField('url', t('setup.noQuestionMark'))
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${search}`
}

/** Credentials of an added engine are replaced; every process makes the engine again. */
export async function replaceCredentials(
  { secret }: ActionDeps,
  tx: Tx,
  engine: string,
  credentials: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('engine_servers')
    .set({
      credentials: credentials === null ? null : sealCredentials(secret, engine, credentials),
      version: sql`version + 1`,
    })
    .where('name', '=', engine)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
