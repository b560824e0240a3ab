import type { z } from 'zod'
import type { adminEngines, EngineOrder } from '#contract/admin-engines.ts'
import type { Member } from '../fleet/create-fleet.ts'
import { readOrders, saveOrder } from '../fleet/orders.ts'
import {
  type OrderedWork,
  workOfModel,
  workOfTool,
  workOfWords,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { EngineContext } from './engine-context.ts'
import { readOffer } from './read-offer.ts'

type Works = Map<OrderedWork, { name: string; engines: string[] }>

/** Work that several engines can do, and what is said of who does it. */
export async function listOrders({ db, fleet }: EngineContext): Promise<EngineOrder[]> {
  const [works, orders] = await Promise.all([
    readWorks([...fleet.members()]),
    readOrders(db.kysely),
  ])
  return [...works]
    .filter(([work, { engines }]) => engines.length > 1 || orders.has(work))
    .map(([work, { name, engines }]) => {
      const { mode = null, engines: order = [] } = orders.get(work) ?? {}
      return { work, name, engines, mode, order: [...order] }
    })
}

type Change = z.output<typeof adminEngines.order.body>

/** @throws {AppError} `invalid` for work or engines that there are not */
export async function changeOrder(
  context: EngineContext,
  adminId: string,
  { work: asked, mode, order }: Change,
): Promise<EngineOrder[]> {
  const { db, fleet, audit } = context
  const works = await readWorks([...fleet.members()])
  const found = [...works].find(([work]) => work === asked)
  if (!found) throw invalidField('work', t('console.noEngineDoes'))
  const [work, { engines: able }] = found
  if (mode === 'auto' && work === 'drawing') throw invalidField('mode', t('console.chooseOrder'))
  if (mode === 'listed' && order.length === 0)
    throw invalidField('order', t('console.nameAnEngine'))
  if (order.some((name) => !able.includes(name)) || new Set(order).size < order.length)
    throw invalidField('order', t('console.nameEachOnce'))
  await transact(db, async (tx) => {
    await saveOrder(tx, work, mode && { mode, engines: mode === 'listed' ? order : [] })
    await audit(tx, {
      actorId: adminId,
      action: 'engine_order_changed',
      subject: work,
      data: { mode, order },
    })
  })
  await fleet.refresh()
  return listOrders(context)
}

async function readWorks(members: readonly (readonly [string, Member])[]): Promise<Works> {
  const offers = await Promise.all(members.map(([, member]) => readOffer(member)))
  const works: Works = new Map()
  const add = (work: OrderedWork, name: string, engine: string): void => {
    const known = works.get(work) ?? { name, engines: [] }
    if (!known.engines.includes(engine)) known.engines.push(engine)
    works.set(work, known)
  }
  for (const [i, [engine]] of members.entries()) {
    const { models, tools, words } = offers[i]!
    if (models.length > 0) add('drawing', 'Images, where no model is chosen', engine)
    for (const { id, name } of models) add(workOfModel(id), name, engine)
    for (const { tool } of tools) add(workOfTool(tool), tool, engine)
    for (const { task } of words) add(workOfWords(task), task, engine)
  }
  return works
}
