import { HeadshotRun } from '#contract/headshot-runs.ts'
import { Job } from '#contract/inference-jobs.ts'
import { LoraTraining } from '#contract/lora-trainings.ts'
import { PackRun } from '#contract/packs.ts'
import { asVideoJob } from '#contract/video-inference-jobs.ts'
import type { PersonalSite } from '#server/domains/accounts/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Headshots } from '#server/domains/headshots/index.ts'
import type { Packs } from '#server/domains/packs/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import { createWebhooks, type ReadSubject, type Webhooks } from '#server/domains/webhooks/index.ts'
import { inEnglish, sayAnswer } from '#server/texts/index.ts'
import { createOutbound } from '#server/platform/outbound-http.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** Programs read English. */
const sayJob = sayAnswer(Job)
const sayTraining = sayAnswer(LoraTraining)
const sayRun = sayAnswer(PackRun)
const sayHeadshots = sayAnswer(HeadshotRun)

interface Subjects {
  jobs: Pick<Jobs, 'commissions'>
  studios: Pick<Studios, 'present'>
  packs: Pick<Packs, 'findRun'>
  headshots: Pick<Headshots, 'present'>
}

const readSubject = async (
  { jobs, studios, packs, headshots }: Subjects,
  [event, userId, id]: Parameters<ReadSubject>,
): Promise<object | null> => {
  if (event === 'run.ended') {
    const run = await packs.findRun(userId, id)
    return run === null
      ? sayHeadshots(await headshots.present(userId, id), inEnglish)
      : sayRun(run, inEnglish)
  }
  if (event === 'training.ended') return sayTraining(await studios.present(userId, id), inEnglish)
  const found = (await jobs.commissions.present(userId, [id])).get(id)
  const job = found && sayJob(found, inEnglish)
  return job ? (event === 'video.ended' ? asVideoJob(job) : job) : null
}

/**
 * Builds the domain of webhooks. Its client may call no private address but those the operator lists for it.
 * @param others are built after it, and asked for when a message is sent
 */
export const createAppWebhooks = (
  { config, log }: Pick<AppOptions, 'config' | 'log'>,
  {
    db,
    queue,
    mailer,
    secret,
    siteOfUser,
  }: Pick<Platform, 'db' | 'queue' | 'mailer'> & {
    secret: Buffer
    siteOfUser(user: { brand: string | null; language: string | null }): PersonalSite
  },
  others: () => Subjects,
): Webhooks =>
  createWebhooks({
    db,
    queue,
    mailer,
    secret,
    siteOfUser,
    outbound: createOutbound({
      allowedUrls: config.webhookHosts.flatMap((host) => [`http://${host}`, `https://${host}`]),
    }),
    async readSubject(...asked) {
      try {
        return await readSubject(others(), asked)
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    },
    log,
  })
