import type { Engine } from '#server/engines/spec/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import type { ServiceModelKey } from './store.ts'

/** An engine that does not answer offers nothing now. */
async function offers({ image, tool }: Engine, id: string): Promise<boolean> {
  const lists = [image, tool].map(async (part) => (await part?.models().catch(() => [])) ?? [])
  return (await Promise.all(lists)).flat().some((model) => model.id === id)
}

/**
 * Orders name a model by its id alone, so two engines with one id would do each other's work at the wrong price.
 * @throws {AppError} `conflict` where another engine offers a model of that id
 */
export async function refuseTakenId(
  fleet: Pick<Fleet, 'members'>,
  { engine, id }: ServiceModelKey,
): Promise<void> {
  const others = [...fleet.members()].filter(([name]) => name !== engine)
  const taken = await Promise.all(others.map(([, { engine: other }]) => offers(other, id)))
  if (taken.includes(true))
    throw userError(
      'conflict',
      'Another engine has a model of that id. Add this one under an id of its own.',
    )
}
