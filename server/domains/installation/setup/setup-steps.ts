import {
  SETUP_PARTS,
  SETUP_STEPS,
  type SetupPart,
  type SetupStep,
  type SetupStepName,
} from '#contract/setup.ts'
import { type Reader, transact } from '#server/platform/db/index.ts'
import type { InstallationContext } from '../context.ts'

const REGISTRATION = 'REGISTRATION'

/** Every step after the administrator's account, in order. */
async function listSteps(reader: Reader): Promise<SetupStep[]> {
  const rows = await reader.selectFrom('setup_steps').selectAll().execute()
  return SETUP_STEPS.map((name) => ({
    name,
    state: rows.find(({ step }) => step === name)?.state ?? 'open',
  }))
}

/**
 * How far the installation is, as it is now. Who may register counts as decided once it was set anywhere, or the step of the
 * setup was done.
 */
async function listParts({ db, settings, readParts }: InstallationContext): Promise<SetupPart[]> {
  const { backupAt, ...known } = await readParts()
  const stored = await db.kysely
    .selectFrom('installation_settings')
    .select('name')
    .where('name', '=', REGISTRATION)
    .executeTakeFirst()
  const step = await db.kysely
    .selectFrom('setup_steps')
    .select('step')
    .where('step', '=', 'registration')
    .where('state', '=', 'done')
    .executeTakeFirst()
  const isDone = {
    ...known,
    registration: Boolean(stored ?? step) || settings.given(REGISTRATION) !== undefined,
    backup: backupAt !== null,
  }
  return SETUP_PARTS.map((name) => ({
    name,
    is_done: isDone[name],
    done_at: name === 'backup' ? (backupAt?.toISOString() ?? null) : null,
  }))
}

/** The steps and the parts. */
export async function readSetup(
  context: InstallationContext,
): Promise<{ results: SetupStep[]; parts: SetupPart[] }> {
  return { results: await listSteps(context.db.kysely), parts: await listParts(context) }
}

/** Notes that a step is done or passed over, or opens it again. */
export async function markStep(
  context: InstallationContext,
  actorId: string,
  { name, state }: { name: SetupStepName; state: SetupStep['state'] },
): ReturnType<typeof readSetup> {
  const { db, audit } = context
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
  return readSetup(context)
}
