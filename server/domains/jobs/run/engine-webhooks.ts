import { sql } from 'kysely'
import type { EngineMessage, EngineRegistry } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { AppError, notFound } from '#server/platform/errors.ts'

/** NOTIFY channel; the payload is the name of an engine and the id of a request, which its service says has ended. */
const HINTS_CHANNEL = 'engine_hints'
const MOST_LENGTH = 200

/**
 * Takes what an engine's service calls: whoever follows the request, in whatever process, looks at it at once. Nothing
 * is believed and nothing is kept, so a call may be lost, come twice or in any order.
 * @throws {AppError} `not_found` for an engine that gets no calls; `invalid` for what is not from its service
 */
export async function receiveWebhook(
  { db, engines }: { db: Db; engines: EngineRegistry },
  name: string,
  message: EngineMessage,
): Promise<void> {
  const webhooks = engines.get(name)?.webhooks
  if (!webhooks) throw notFound()
  const id = await webhooks.receive(message)
  if (id === null || id.length > MOST_LENGTH)
    throw new AppError('invalid', `A call that ${name} did not make`, {
      userMessage: 'This signature is not valid.',
    })
  await sql`select pg_notify(${HINTS_CHANNEL}, ${`${name} ${id}`})`.execute(db.kysely)
}

/** Wakes those in this process who wait for a request that ended. */
export async function listenForWebhooks({
  db,
  engines,
}: {
  db: Db
  engines: EngineRegistry
}): Promise<void> {
  await db.listener.listen(HINTS_CHANNEL, {
    message(payload) {
      const [name = '', id = ''] = payload.split(' ')
      engines.get(name)?.webhooks?.wake(id)
    },
  })
}
