import { engineOf, type NewServer } from '../actions/add-server.ts'
import type { Engine, EngineTrouble } from '#server/engines/spec/index.ts'
import { invalidField, invalidFields } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { askEngine } from './ask-engine.ts'
import type { EngineContext } from './engine-context.ts'
import { sayTrouble } from './say-trouble.ts'

/** Asks the engine of a server, and disposes of it. @returns null: it works */
async function troubleWith(engine: Engine): Promise<EngineTrouble | null> {
  try {
    return (await askEngine(engine)).trouble
  } finally {
    await engine.dispose()
  }
}

/**
 * Asks a server or a service before it is added.
 * @throws {AppError} `invalid` that says at the field of its address, or of its credentials, why it does not work. Unless
 *   it refuses the credentials, the field `unchecked` says that it can be added all the same: such trouble may pass
 */
export async function checkServer(context: EngineContext, server: NewServer): Promise<void> {
  const engine = engineOf(context, server)
  // One that was added before is refused for that reason, whether it works or not.
  if (context.fleet.members().has(engine.name)) return engine.dispose()
  const trouble = await troubleWith(engine)
  if (trouble === null) return
  const hasAddress = context.kinds[server.kind]?.needs === 'address' || server.url !== null
  if (trouble === 'refuses_credentials') throw invalidField('credentials', sayTrouble(trouble))
  const field = trouble === 'no_money' || !hasAddress ? 'credentials' : 'url'
  throw invalidFields({ [field]: [sayTrouble(trouble)], unchecked: [t('setup.addUnchecked')] })
}

/**
 * Asks an engine that was added whether it takes other credentials; whether it works otherwise is not asked now.
 * @throws {AppError} `invalid`
 */
export async function checkCredentials(
  context: EngineContext,
  engine: string,
  credentials: string,
): Promise<void> {
  const member = context.fleet.members().get(engine)
  if (member?.source !== 'added') return
  const { kind, url } = member
  const trouble = await troubleWith(
    engineOf(context, { kind, name: engine, url, credentials, concurrency: null }),
  )
  if (trouble === 'refuses_credentials') throw invalidField('credentials', sayTrouble(trouble))
}
