import type { GenerationRequest } from '#contract/generation-request.ts'
import { DEFAULTS, LIMITS } from '#contract/values/jobs/drawing.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import { AppError, type FieldSentences } from '#server/platform/errors.ts'
import type { WorkBudget } from '#server/platform/work-budget.ts'
import { t } from '#server/texts/index.ts'
import type { PrepareDeps } from './prepare-job.ts'
import type { WordDrawer } from '../word-drawer.ts'

/** What it takes to check requests that people send. */
export interface OrderDeps extends PrepareDeps {
  moderation: Moderation
  work: WorkBudget
  wordDrawer: WordDrawer
}

/** As many as twenty-five prompts of the greatest length: a thread reads them in a second or two. */
const MOST_CHARACTERS = 25 * LIMITS.prompt
/** Texts of one prompt share most of their words, which are read once. */
const SHARE_OF_A_STEP = 0.1

/**
 * Counts what has to be read of requests that are ordered together, each text once: cheap, and before any of it is read.
 * @param field that is named where it is too much for one request; null: only a minute has a limit
 * @throws {AppError} `invalid` where it is too much for one request, `throttled` where it is too much for a minute
 */
export async function spendReading(
  { work }: Pick<OrderDeps, 'work'>,
  userId: string,
  { requests, field }: { requests: readonly GenerationRequest[]; field: string | null },
): Promise<void> {
  const texts = new Map(requests.flatMap((request) => textsOf(request)))
  const characters = [...texts.values()].reduce((sum, one) => sum + one, 0)
  if (field !== null && requests.length > 1 && characters > MOST_CHARACTERS)
    throw new AppError('invalid', `${characters} characters to read`, {
      fields: {
        [field]: [t('jobs.promptsTooLong')],
      },
    })
  await work.spend(userId, characters)
}

/** The texts of a request with what each is worth. */
function textsOf(request: GenerationRequest): [text: string, characters: number][] {
  const fields = request as Record<string, unknown>
  const steps = typeof fields['steps'] === 'number' ? fields['steps'] : DEFAULTS.steps
  return ['prompt', 'negative_prompt', 'prompts']
    .flatMap((name) => fields[name] ?? [])
    .filter((value) => typeof value === 'string')
    .map((text) => [text, lengthOf(text) * (1 + SHARE_OF_A_STEP * changesOf(text, steps))])
}

/** What is drawn from lists may become as long as a prompt can be. */
const lengthOf = (text: string): number => (text.includes('__') ? LIMITS.prompt : text.length)

/** How often the words of a prompt can change over the steps, at most. */
function changesOf(text: string, steps: number): number {
  const brackets = text.split('[').length - 1
  if (brackets === 0) return 0
  return Math.min(steps - 1, text.includes('|') ? steps : brackets)
}

/** For requests that are checked one after the other: what they have in common is read once, and not by the thread that answers. */
export const readingOnce = (
  { moderation, wordDrawer, ...deps }: OrderDeps,
  userId: string,
): PrepareDeps => ({
  ...deps,
  moderation: moderation.ofMany(),
  wordDrawer: wordDrawer.ofMany(userId),
})

/**
 * Prepares requests that are ordered together, each by itself. Those that start from the same images, or from none, are prepared side
 * by side once the first of them is: what threads read of them goes there together. Different images are looked at one after the
 * other.
 * @param prepare throws `AppError` for a request that does not fit
 */
export async function prepareEach<Request extends GenerationRequest, Prepared>(
  { kinds }: Pick<PrepareDeps, 'kinds'>,
  requests: readonly Request[],
  prepare: (request: Request) => Promise<Prepared>,
): Promise<PromiseSettledResult<Prepared>[]> {
  const settled: PromiseSettledResult<Prepared>[] = []
  for (let from = 0; from < requests.length; from = settled.length) {
    const images = await imagesOf(kinds, requests[from]!)
    let to = from + 1
    while (to < requests.length && (await imagesOf(kinds, requests[to]!)) === images) to += 1
    const [first, ...others] = requests.slice(from, to)
    settled.push(...(await Promise.allSettled([prepare(first!)])))
    settled.push(...(await Promise.allSettled(others.map((request) => prepare(request)))))
  }
  return settled
}

async function imagesOf(kinds: PrepareDeps['kinds'], request: GenerationRequest): Promise<string> {
  const kind = await kinds.get(request.type)
  return kind
    .inputs(request)
    .map(({ field, id }) => `${field} ${id}`)
    .join(' ')
}

/** What keeps a request from being ordered, told by its fields; anything else that went wrong is thrown. */
export function refusalOf({ reason }: PromiseRejectedResult): FieldSentences {
  if (reason instanceof AppError && reason.fieldSentences) return reason.fieldSentences
  throw reason
}
