import { createTrials, type Trials } from '#server/domains/trials/index.ts'
import type { AppOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { createAppWork } from './work.ts'

type Parts = Omit<
  Parameters<typeof createTrials>[0],
  'db' | 'storage' | 'limiter' | 'work' | 'perNetwork' | 'log'
>

/** Builds what visitors try without an account: limited by network, each try with a proof of work. */
export async function createAppTrials(
  { config, log }: AppOptions,
  platform: Pick<Platform, 'db' | 'storage' | 'limiter'>,
  parts: Parts,
): Promise<Trials> {
  const { db, storage, limiter } = platform
  return createTrials({
    ...parts,
    db,
    storage,
    limiter,
    work: await createAppWork(platform, 'trial'),
    perNetwork: () => config.limits.trialsPerNetwork,
    log,
  })
}
