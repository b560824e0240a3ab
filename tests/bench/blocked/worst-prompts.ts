import { api } from '#contract/index.ts'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import { post, type WorstRequest } from './worst-request.ts'

/** Words that no model knows: each is compared with all names. No two rounds have one in common. */
export function strangeWords(round: number, length: number): string {
  let [text, state] = ['', round * 7919 + 17]
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += `${String.fromCharCode(97 + (state % 26))}ello${state.toString(36)} `
  }
  return text.slice(0, length).trim()
}

const repeated = (text: string, length: number): string =>
  text.repeat(length).slice(0, length).trim()

type Prompt = (round: number, length: number) => string

/** What takes long to read, for one reason or another. */
export const PROMPTS: Record<string, Prompt> = {
  'strange words': strangeWords,
  // The longest way through moderation.
  'names and sexual words': (round, length) => repeated(`nude Anna${round} Smith `, length),
  'a fox and names': (round, length) => repeated(`a fox, Anna${round} Smith nude `, length),
  'words for each step': (round, length) =>
    Array.from({ length: 99 }, (_, at) => `[${strangeWords(round + at, 10)}:${at}]`)
      .join(' ')
      .slice(0, length),
  'words in turns': (round, length) => `[${strangeWords(round, length - 2).replaceAll(' ', '|')}]`,
  'lists and braces': (_, length) => repeated('{a|__big__} ', length - (length % 12)),
  'tags without an end': (round, length) => `${round} ${repeated('<lora:', length - 10)}`,
  'letters that become many': (round, length) => `${round} ${repeated('\uFDFA', length - 10)}`,
  underscores: (round, length) => `${round} ${repeated('__a-', length - 10)}`,
}

const drawing = (prompt: string) => ({
  type: 'TTI',
  prompt,
  steps: LIMITS.steps.max,
  num_images: 1,
})

/** A batch of fifty such is as much as is read at once. */
const IN_BATCH = 990
/** A grid of a hundred such is as much as is read at once. */
const IN_GRID = 410

/** Of words that change over the steps only so much less is read at once. */
const IN_STEPS = 11
const CHANGING = new Set(['words for each step', 'words in turns'])

/** Ten by ten, all of them different in their words. */
export function grid(prompt: string, round: number, length = 40) {
  const words = (from: number) =>
    Array.from({ length: 10 }, (_, at) => `${at}${strangeWords(from + at, length - 1)}`)
  const { num_images: _one, ...request } = drawing(`qq ww ${prompt}`)
  return {
    request,
    x: { of: 'prompt', find: 'qq', values: words(round * 1000) },
    y: { of: 'prompt', find: 'ww', values: words(round * 1000 + 500) },
  }
}

const pack = (prompt: (at: number) => string): object => ({
  title: 'Worst',
  subject: 'none',
  shots: Array.from({ length: PACK_LIMITS.shots.most }, (_, at) => ({ prompt: prompt(at) })),
})

/** Whatever reads prompts, with each of them. */
export function worstPrompts(): WorstRequest[] {
  const { quotes, inferenceJobs, grids, servers, photoPacks } = {
    ...api,
    servers: api.generationServers,
  }
  return Object.entries(PROMPTS).flatMap(([name, prompt]) => {
    const less = CHANGING.has(name) ? IN_STEPS : 1
    const ofGrid = (round: number) =>
      grid(prompt(round, Math.floor(IN_GRID / less)), round, less === 1 ? 40 : 2)
    return [
      post(`quote of a drawing: ${name}`, quotes.create, (round) =>
        drawing(prompt(round, LIMITS.prompt)),
      ),
      post(`order of a drawing: ${name}`, inferenceJobs.create, (round) =>
        drawing(prompt(round, LIMITS.prompt)),
      ),
      post(`quote of a batch: ${name}`, quotes.create, (round) => ({
        jobs: Array.from({ length: BATCH_LIMITS.jobs }, (_, at) =>
          drawing(prompt(round * 100 + at, Math.floor(IN_BATCH / less))),
        ),
      })),
      post(`quote of a grid: ${name}`, quotes.create, ofGrid),
      post(`order of a grid: ${name}`, grids.create, ofGrid),
      post(`tokens: ${name}`, servers.countTokens, (round) => ({
        text: prompt(round, LIMITS.prompt),
      })),
      post(`pack: ${name}`, photoPacks.create, (round) =>
        pack((at) => prompt(round * 100 + at, LIMITS.prompt)),
      ),
    ]
  })
}
