import type { GenerationRequest } from '#contract/generation-request.ts'
import { isBlank } from '#contract/is-blank.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { WordTemplate } from '#contract/wildcards.ts'
import type { DrawnRequest, WordDrawer } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import { t } from '#server/texts/index.ts'
import { drawWords, type ReadList } from './draw-words.ts'
import { openLists, type WordLists } from './read-lists.ts'
import { drawsWords, listsOf, parseTemplate, TemplateError, type TemplateNode } from './template.ts'

const FIELDS = ['prompt', 'negative_prompt', 'prompts'] as const

/** A text of a request and where it stands. */
interface Written {
  field: (typeof FIELDS)[number]
  text: string
  nodes: TemplateNode[]
}

/** Draws from the lists that the person of each request keeps. */
export const createWordDrawer = (db: Db): WordDrawer => ({
  draw: (userId, request, seed) => orderWords(openLists(db, userId), request, seed),
  ofMany(userId) {
    const lists = openLists(db, userId)
    return { draw: (_user, request, seed) => orderWords(lists, request, seed) }
  },
})

async function orderWords(
  { read, require }: WordLists,
  request: GenerationRequest,
  seed: number,
): Promise<DrawnRequest> {
  // In the prompts of packs, and of what shows a trained model, braces name who is shown.
  const namesSubject = 'training' in request && request.training !== undefined
  if (namesSubject) return { request, template: null }
  const written = FIELDS.flatMap((field) => readField(request, field))
  if (!written.some(({ nodes }) => drawsWords(nodes))) return { request, template: null }
  for (const { field, nodes } of written) await naming(field, () => require(listsOf(nodes)))

  const asked = 'seed' in request ? request.seed : undefined
  const random = randomNumbers(asked ?? seed)
  const drawn: Record<string, unknown> = { ...request }
  if (asked === null) drawn['seed'] = seed
  const template: WordTemplate = {}
  for (const field of FIELDS) {
    const own = written.filter((one) => one.field === field)
    if (!own.some(({ nodes }) => drawsWords(nodes))) continue
    const words: string[] = []
    for (const one of own) words.push(await drawOne(one, random, read))
    const texts = own.map(({ text }) => text)
    if (field === 'prompts') template.prompts = texts
    else template[field] = texts[0]!
    drawn[field] = field === 'prompts' ? words : words[0]
  }
  return { request: drawn as GenerationRequest, template }
}

function readField(request: GenerationRequest, field: Written['field']): Written[] {
  const value = (request as Record<string, unknown>)[field]
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  return texts.map((text: string) => {
    try {
      return { field, text, nodes: parseTemplate(text) }
    } catch (error) {
      throw refusal(field, error)
    }
  })
}

async function drawOne(
  { field, nodes }: Written,
  random: () => number,
  readList: ReadList,
): Promise<string> {
  const words = await naming(field, () => drawWords(nodes, random, readList))
  const text = words.trim()
  if (field !== 'negative_prompt' && isBlank(text))
    throw invalidField(field, t('prompts.nothingLeft'))
  if (text.length > LIMITS.prompt)
    throw invalidField(field, t('prompts.drawnWordsTooLong', { count: LIMITS.prompt }))
  return text
}

async function naming<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusal(field, error)
  }
}

const refusal = (field: string, error: unknown): unknown =>
  error instanceof TemplateError ? invalidField(field, error.text) : error
