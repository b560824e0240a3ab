import { transact } from '#server/platform/db/index.ts'
import type { PrivacyContext } from './context.ts'

/** @returns how many jobs still run */
async function removeTraces(context: PrivacyContext, userId: string): Promise<number> {
  const {
    db,
    consents,
    credits,
    billing,
    uploads,
    projects,
    jobs,
    library,
    prompts,
    studios,
    packs,
    headshots,
    community,
    trials,
    keys,
    webhooks,
    referrals,
    lifecycle,
    announcements,
    clusters,
    support,
    admin: { notes },
  } = context
  const applyDue = () => transact(db, (tx) => credits.writer(tx).applyDueEntries({ userId }))
  // First, so that no new job can be paid.
  await applyDue()
  // Before what runs is cancelled: nothing new may begin.
  await keys.forget(userId)
  await webhooks.forget(userId)
  await community.forget(userId)
  const open = await packs.forget(userId)
  const running = open + (await jobs.forget(userId))
  await library.forget(userId)
  await prompts.forget(userId)
  await headshots.forget(userId)
  await studios.forget(userId)
  await projects.removeAllOf(userId)
  await trials.forget(userId)
  await uploads.removeAllOf(userId)
  await support.forget(userId)
  await referrals.forget(userId)
  await lifecycle.forget(userId)
  await announcements.forget(userId)
  await clusters.forget(userId)
  await notes.forget(userId)
  await consents.forget(userId)
  await billing.closeAccount(userId)
  await applyDue()
  return running
}

/**
 * Removes what deleted accounts left behind: jobs, pictures, uploads, the plan, the credits. Each step can be
 * repeated, so whatever is cut off is done at the next turn. An account is done with when nothing can come any more:
 * no job runs, and calls that had begun before it was deleted are over.
 */
export async function finishClosings(context: PrivacyContext): Promise<void> {
  const { accounts, media, log } = context
  for (const { userId, isQuiet } of await accounts.findClosing()) {
    try {
      const running = await removeTraces(context, userId)
      if (running > 0 || !isQuiet) continue
      await media.removePicturesOf(userId)
      await accounts.noteClosed(userId)
    } catch (error) {
      // A provider that cannot be reached must not keep the others.
      log.error({ err: error, userId }, 'A deleted account could not be cleared yet')
    }
  }
}
