import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { TRIAL_LIMITS, type Trial } from '#contract/trials.ts'
import type { createFairSlots } from '#server/domains/media/index.ts'
import { isExplicit } from '#server/domains/moderation/index.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import { type Limit, networkKey } from '#server/platform/rate-limit.ts'
import { t } from '#server/texts/index.ts'
import { cutOut, requireIdleEngine } from './cut-out.ts'
import type { TrialsDeps } from './deps.ts'
import { removeTrialFiles, trialKey } from './trial-files.ts'

const DAY_SECONDS = 86_400
const KEPT_SECONDS = 3600
const TOKEN_BYTES = 32
/** Smaller than a lossless file by far, and nobody sees the difference at this size. */
const PREVIEW = { quality: 82, alphaQuality: 90 }

/** What a trial is found by; the token itself is not stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Trials work one after the other in a process, so that they never take all the places that customers decode in. */
export type TrialSlots = ReturnType<typeof createFairSlots>

export interface TriedPhoto {
  file: Buffer
  altcha: string
  ip: string
  signal: AbortSignal
}

/**
 * Removes the background of a stranger's photo, small, for a solved challenge.
 * @throws {AppError} `invalid`, `payload_too_large`, `unsupported_media_type` as an upload, `throttled`, `busy`, `unavailable`;
 * then nothing is kept and no trial of the day is used up
 */
export async function tryBackgroundRemoval(
  deps: TrialsDeps & { slots: TrialSlots },
  { file, altcha, ip, signal }: TriedPhoto,
): Promise<Trial> {
  if (!(await deps.work.redeem(altcha))) throw userError('invalid', t('trials.tookTooLong'))
  await requireIdleEngine(deps)
  const network = networkKey(ip)
  const limit = limitOf(deps)
  await countTrial(deps, limit, network)
  try {
    return await deps.slots.run(network, signal, () =>
      work(deps, { file, owner: `network ${network}`, signal }),
    )
  } catch (error) {
    await deps.limiter.giveBack(limit, network)
    throw error
  }
}

const limitOf = ({ perNetwork }: TrialsDeps): Limit => ({
  name: 'trials',
  points: perNetwork(),
  seconds: DAY_SECONDS,
})

async function countTrial({ limiter }: TrialsDeps, limit: Limit, network: string): Promise<void> {
  try {
    await limiter.consume(limit, network)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'throttled') throw error
    throw userError('throttled', t('trials.triesUsed'), {
      retryAfterSeconds: error.retryAfterSeconds ?? DAY_SECONDS,
    })
  }
}

async function work(
  deps: TrialsDeps,
  { file, owner, signal }: { file: Buffer; owner: string; signal: AbortSignal },
): Promise<Trial> {
  const photo = await deps.uploads.decode({ owner, file, signal })
  const small = await sharp(photo.data)
    .resize(TRIAL_LIMITS.edge, TRIAL_LIMITS.edge, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  await requireDecent(deps, small)
  const { data, width, height } = await cutOut(deps, await requireIdleEngine(deps), small, signal)
  const preview = await sharp(data).webp(PREVIEW).toBuffer()
  return keep(deps, { photo, preview, width, height })
}

/** Nobody who can be asked stands behind it, so what is explicit, or cannot be looked at, is refused. */
async function requireDecent({ moderation }: TrialsDeps, picture: Buffer): Promise<void> {
  const judged = await moderation.judgePicture(picture)
  if (!judged.scores) {
    throw new AppError('unavailable', 'A photo of a trial could not be looked at', {
      userMessage: t('trials.photoNotNow'),
    })
  }
  if (isExplicit(judged)) throw invalidField('image', t('trials.photoNotUsable'))
}

/** The row comes first, so that whatever ends in between, the sweep finds the files. */
async function keep(
  deps: TrialsDeps,
  {
    photo,
    preview,
    width,
    height,
  }: {
    photo: { data: Buffer; extension: string }
    preview: Buffer
    width: number
    height: number
  },
): Promise<Trial> {
  const { db, storage, media } = deps
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await db.kysely
    .insertInto('tool_trials')
    .values({
      token_hash: hashToken(token),
      photo_key: trialKey(`${randomUUID()}.${photo.extension}`),
      preview_key: trialKey(`${randomUUID()}.webp`),
      expires_at: sql`money_now() + make_interval(secs => ${KEPT_SECONDS})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  try {
    await storage.put(row.photo_key, photo.data)
    await storage.put(row.preview_key, preview)
  } catch (error) {
    await removeTrialFiles(deps, row)
    throw error
  }
  return {
    token,
    url: media.pictureUrl({ storageKey: row.preview_key }),
    width,
    height,
    expires_at: row.expires_at.toISOString(),
  }
}
