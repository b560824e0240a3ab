import type { Ban } from '#contract/admin-people.ts'
import type { UsualLimits } from '#contract/own-limits.ts'
import type { PlanName } from '#contract/users.ts'
import type { Accounts, Banned } from '#server/domains/accounts/index.ts'
import type { Community } from '#server/domains/community/index.ts'
import { type Jobs, images } from '#server/domains/jobs/index.ts'
import type { Headshots } from '#server/domains/headshots/index.ts'
import type { Packs } from '#server/domains/packs/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'

export interface BanContext extends AdminContext {
  accounts: Pick<
    Accounts,
    | 'ban'
    | 'unban'
    | 'change'
    | 'bansOf'
    | 'close'
    | 'limit'
    | 'unlimit'
    | 'limitsOf'
    | 'ownLimitsOf'
    | 'setOwnLimits'
    | 'removeOwnLimits'
    | 'findExpiredBans'
    | 'findUnfinishedBans'
    | 'noteBanStopped'
    | 'acceptedTextsOf'
    | 'hasSecondFactor'
    | 'resetSecondFactor'
    | 'openView'
    | 'closeView'
  >
  /** Limits by a plan. */
  usualLimitsOf(plan: PlanName): UsualLimits
  community: Pick<Community, 'hideAllOf' | 'showAgain'>
  jobs: Pick<Jobs, 'stop'>
  headshots: Pick<Headshots, 'stop'>
  packs: Pick<Packs, 'stop'>
  studios: Pick<Studios, 'stop'>
}

interface BanInput {
  /** Null: the app by itself. */
  actorId: string | null
  userId: string
  reason: string
  until?: string | null
}

/** Stops everything that runs for a banned person; what is held for it comes back. Safe to repeat. */
async function stopWork(context: BanContext, userId: string, banId: string): Promise<void> {
  const { packs, headshots, jobs, studios, accounts } = context
  // Runs before jobs: a run would order the next one.
  await packs.stop(userId)
  await headshots.stop(userId)
  await jobs.stop(userId)
  await studios.stop(userId)
  await accounts.noteBanStopped(banId)
}

/** Bans in the caller's transaction, which has to be followed by {@link finishBan}. @throws {AppError} */
export async function banIn(
  context: BanContext,
  tx: Tx,
  { actorId, userId, reason, until = null }: BanInput,
): Promise<Banned> {
  const end = until === null ? null : new Date(until)
  if (end && end.getTime() <= Date.now()) {
    throw invalidField('until', t('console.inTheFuture'))
  }
  const banned = await context.accounts.ban(tx, {
    userId,
    reason,
    until: end,
    hide: () => context.community.hideAllOf(tx, { userId, actorId, reason }),
  })
  await recordAuditEvent(tx, {
    actorId,
    action: 'person_banned',
    userId,
    subject: banned.banId,
    reason,
    data: { until, hidden: banned.hidden.length },
  })
  return banned
}

/** Stops what runs after a ban was committed; where that fails, the sweep does it. */
export async function finishBan(
  context: BanContext,
  { ban, banId }: Pick<Banned, 'ban' | 'banId'>,
): Promise<void> {
  try {
    await stopWork(context, ban.user, banId)
  } catch (error) {
    context.log.error({ err: error, userId: ban.user }, 'the work of a banned person still runs')
  }
}

/**
 * Bans a person, hides what they published, and stops what runs.
 * @throws {AppError} `not_found`; `conflict` for somebody banned already; `permission_denied` for staff
 */
export async function banPerson(context: BanContext, input: BanInput): Promise<Ban> {
  const banned = await transact(context.db, (tx) => banIn(context, tx, input))
  await finishBan(context, banned)
  return banned.ban
}

/** Bans the owner of an image. @throws {AppError} as {@link banPerson} */
export async function banOwner(
  context: BanContext,
  { image, ...input }: { actorId: string; image: string; reason: string },
): Promise<Ban> {
  const owner = isId(image)
    ? await context.db.kysely
        .selectFrom(images.as('image'))
        .select('image.user_id')
        .where('image.id', '=', image)
        .executeTakeFirst()
    : undefined
  if (!owner) throw notFound()
  return banPerson(context, { ...input, userId: owner.user_id })
}

/** Lifts a ban; what it hid is published again. @throws {AppError} `not_found`; `conflict` where there is none */
export async function liftBan(
  context: BanContext,
  { actorId, userId, reason }: Omit<BanInput, 'until'>,
): Promise<Ban> {
  return transact(context.db, async (tx) => {
    const { ban, banId, hidden } = await context.accounts.unban(tx, userId)
    await context.community.showAgain(tx, { userId, hidden, actorId, reason })
    await recordAuditEvent(tx, {
      actorId,
      action: 'person_unbanned',
      userId,
      subject: banId,
      reason,
    })
    return ban
  })
}

/** Lifts the bans whose time is over, and stops what a ban left running. For cron; safe to repeat. */
export async function sweepBans(context: BanContext): Promise<void> {
  for (const userId of await context.accounts.findExpiredBans()) {
    await liftBan(context, { actorId: null, userId, reason: 'The time of the ban is over.' })
  }
  for (const { id, user_id: userId } of await context.accounts.findUnfinishedBans()) {
    await stopWork(context, userId, id)
  }
}
