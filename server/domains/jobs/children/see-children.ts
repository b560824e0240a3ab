import type { Tx } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { FaceConsents, OwnLoras } from '../deps.ts'
import type { Kind, StoredParameters } from '../kind.ts'
import { lockStatements } from './lock-statements.ts'
import { modelsOf } from './models-of.ts'
import { findChildren, requireKindForChildren } from './show-child.ts'

/** Part of a job that is looked at before the job is written. */
interface UnwrittenJob {
  userId: string
  resolved: { kind: Kind; parameters: StoredParameters; showsChild: boolean }
}

/** Lists the input images and the models of a job for which its owner may have stated that they show a child. */
function startsFrom({ resolved: { kind, parameters, showsChild } }: UnwrittenJob) {
  if (showsChild) return { inputs: [], models: [] }
  return {
    inputs: kind.inputs(parameters).map(({ id }) => id.toLowerCase()),
    models: modelsOf(parameters).map((name) => (isId(name) ? name.toLowerCase() : name)),
  }
}

/**
 * Takes the lock that age statements take, so that a statement and an order of these jobs run one after the other. Called before
 * the payer's account is locked: a statement can wait for a delivery, and a delivery waits for the account.
 */
export async function awaitStatements(tx: Tx, jobs: readonly UnwrittenJob[]): Promise<void> {
  const job = jobs.find((one) => Object.values(startsFrom(one)).flat().length > 0)
  if (job) await lockStatements(tx, job.userId, 'order')
}

/**
 * Asks once more what jobs of one person show, all of them at once, after {@link awaitStatements}: to read a request and to look at
 * its images can take seconds.
 * @throws {AppError} `permission_denied` for what is not made of children
 */
export async function seeChildren<Job extends UnwrittenJob>(
  { consents, ownLoras }: { consents: FaceConsents; ownLoras: Pick<OwnLoras, 'findChildren'> },
  tx: Tx,
  jobs: readonly Job[],
): Promise<Job[]> {
  const origins = jobs.map(startsFrom)
  const ids = [...new Set(origins.flatMap(({ inputs }) => inputs))]
  const names = [...new Set(origins.flatMap(({ models }) => models))]
  const inputs = await findChildren({ consents }, tx, jobs[0]?.userId ?? '', ids)
  const models = names.length === 0 ? inputs : await ownLoras.findChildren(tx, names)
  return jobs.map((job, at) => {
    const { resolved } = job
    const showsChild =
      resolved.showsChild ||
      origins[at]!.inputs.some((id) => inputs.has(id)) ||
      origins[at]!.models.some((name) => models.has(name))
    requireKindForChildren(resolved.kind, showsChild)
    return { ...job, resolved: { ...resolved, showsChild } }
  })
}
