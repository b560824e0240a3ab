import type { Outbound } from '#server/platform/outbound-http.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { CivitaiImage, CivitaiModel, type CivitaiPage, readAnswer } from './civitai-shapes.ts'
import type { ImportDeps, Outcome } from './import-deps.ts'
import { importImage } from './import-image.ts'
import { importModel } from './import-model.ts'

const ANSWER_MS = 60_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

export type ImportCounts = Record<Outcome, number>

export interface ImportOrder {
  /** What a file holds, parsed; or the address of a list, or of one model. */
  from: { json: unknown } | { url: string }
  outbound: Pick<Outbound, 'send'>
  /** Hears the counts after each page. */
  onPage(counts: ImportCounts): void
}

/**
 * Takes over models and images from answers of Civitai's public API: each item once, however often it is asked. An address is read
 * page by page, and one that was cut off goes on with the page that it was at.
 * @throws {OperatorError} for what is no such answer
 */
export async function importCivitai(deps: ImportDeps, order: ImportOrder): Promise<ImportCounts> {
  const counts: ImportCounts = {
    imported: 0,
    known: 0,
    empty: 0,
    unreadable: 0,
    person: 0,
    minor: 0,
    blocked: 0,
  }
  const take = async ({ items }: CivitaiPage) => {
    for (const item of items) counts[await importItem(deps, item)] += 1
    order.onPage({ ...counts })
  }
  if ('json' in order.from) {
    for (const answer of [order.from.json].flat()) await take(pageOf(answer, 'The file'))
    return counts
  }
  const source = order.from.url
  let next: string | null = (await readPlace(deps, source)) ?? source
  const read = new Set<string>()
  while (next !== null) {
    if (read.has(next)) throw new OperatorError(`${new URL(next).host} answers in circles.`)
    read.add(next)
    const page = await readPage(order.outbound, next)
    await take(page)
    next = addressAfter(next, page)
    await keepPlace(deps, source, next)
  }
  return counts
}

function pageOf(answer: unknown, what: string): CivitaiPage {
  const page = readAnswer(answer)
  if (page) return page
  throw new OperatorError(
    `${what} is no answer of Civitai's API: a list of models or images, or one model.`,
  )
}

async function importItem(deps: ImportDeps, item: unknown): Promise<Outcome> {
  const model = CivitaiModel.safeParse(item).data
  if (model) return importModel(deps, model)
  const image = CivitaiImage.safeParse(item).data
  return image ? importImage(deps, image) : 'unreadable'
}

async function readPage(outbound: Pick<Outbound, 'send'>, url: string): Promise<CivitaiPage> {
  const answer = await outbound.send(url, { timeoutMs: ANSWER_MS, maxBytes: MAX_ANSWER_BYTES })
  const { host } = new URL(answer.url)
  if (answer.status !== 200) throw new OperatorError(`${host} answered ${answer.status}.`)
  return pageOf(answer.json(), `What ${host} answered`)
}

/** The page after one; only on the same host, whatever the answer says. */
function addressAfter(url: string, { nextPage, nextCursor }: CivitaiPage): string | null {
  if (nextPage !== null) {
    const next = URL.parse(nextPage, url)
    return next?.origin === new URL(url).origin ? next.href : null
  }
  if (nextCursor === null) return null
  const next = new URL(url)
  next.searchParams.set('cursor', nextCursor)
  return next.href
}

/** Addresses may hold a key of the operator's, which is not stored. */
const placeKey = (source: string): string => {
  const url = new URL(source)
  url.searchParams.delete('token')
  return url.href
}

async function readPlace({ db }: ImportDeps, source: string): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('community_imports')
    .select('next')
    .where('source', '=', placeKey(source))
    .executeTakeFirst()
  return row?.next ? withToken(row.next, source) : null
}

function withToken(next: string, source: string): string {
  const [url, token] = [new URL(next), new URL(source).searchParams.get('token')]
  if (token !== null) url.searchParams.set('token', token)
  return url.href
}

async function keepPlace({ db }: ImportDeps, source: string, next: string | null): Promise<void> {
  const values = { next: next === null ? null : placeKey(next), changed_at: new Date() }
  await db.kysely
    .insertInto('community_imports')
    .values({ source: placeKey(source), ...values })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(values))
    .execute()
}
