import { SETUP_STEPS, type SetupStep, type SetupStepName } from '#contract/setup.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import type { InstallationContext } from '../context.ts'

/** Every step after the administrator's account, in order. */
export async function listSteps(reader: Reader): Promise<SetupStep[]> {
  const rows = await reader.selectFrom('setup_steps').selectAll().execute()
  return SETUP_STEPS.map((name) => ({
    name,
    state: rows.find(({ step }) => step === name)?.state ?? 'open',
  }))
}

/** Notes that a step is done or passed over, or opens it again. */
export async function markStep(
  { db, audit }: InstallationContext,
  actorId: string,
  { name, state }: { name: SetupStepName; state: SetupStep['state'] },
): Promise<SetupStep[]> {
  await transact(db, async (tx) => {
    if (state === 'open') {
      await tx.deleteFrom('setup_steps').where('step', '=', name).execute()
    } else {
      await tx
        .insertInto('setup_steps')
        .values({ step: name, state })
        .onConflict((conflict) => conflict.column('step').doUpdateSet({ state }))
        .execute()
    }
    await audit(tx, { actorId, action: 'setup_step_marked', subject: name, data: { state } })
  })
  return listSteps(db.kysely)
}
