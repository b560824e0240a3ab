import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Proposal } from '#contract/proposals.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import {
  EngineError,
  type EngineRegistry,
  type FoundWordsModel,
  type WordsRequest,
  type WordsTask,
  type WrittenWords,
} from '#server/engines/spec/index.ts'
import { ownParty, requireVerified } from '#server/domains/orders/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError, invalidField, userError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Caller } from '#server/platform/route.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import { readFailure, storeFailure, t } from '#server/texts/index.ts'
import type { WordsPrices } from '../deps.ts'
import { countAtWork, lockEngine } from '../queue/engine-room.ts'
import { findInput, type InputDeps } from '../inputs/find-inputs.ts'
import type { IdempotencyKey } from '../submit/idempotency.ts'
import { cleanText } from './clean-text.ts'
import {
  countOpen,
  emptyProposals,
  findByKey,
  presentProposal,
  type ProposalFailure,
  type ProposalRow,
  readProposal,
} from './proposal-store.ts'
import {
  externalIdOf,
  type Outcome,
  settleProposal,
  type SettleDeps,
  NAMES,
} from './settle-proposal.ts'

export interface ProposeDeps extends SettleDeps, InputDeps {
  engines: EngineRegistry
  moderation: Moderation
  wordsPrices: WordsPrices
  engineCentsPerHour: number
  log: Log
}

export interface ProposeInput {
  caller: Caller
  key: IdempotencyKey | null
  asked: { task: 'improve_prompt'; prompt: string } | { task: 'describe_image'; image: string }
  /** What was shown; undefined: nothing. */
  price: number | undefined
}

/** For a place at the engine, and then for its answer: the page waits no longer than both. */
const TURN_WITHIN_MS = 20_000
const ANSWER_WITHIN_MS = 25_000
const WITHIN_MS = TURN_WITHIN_MS + ANSWER_WITHIN_MS
/** A process that was to end it is gone. */
const DEADLINE_SECONDS = 90
/** Most proposals of one person at once. */
const AT_ONCE = 2
const LOOK_MS = 200

const MICROS_PER_CENT = 10_000
const HOUR_MS = 3_600_000

/**
 * Has an engine write, and charges what it wrote. Asked for twice under one key it is written once: the second answer is
 * that of the first.
 * @throws {AppError} `invalid` also for what a safety filter refuses, `unavailable` when no engine can or it failed, and as
 * the contract says; then nothing is charged
 */
export async function propose(deps: ProposeDeps, input: ProposeInput): Promise<Proposal> {
  const { db } = deps
  const { caller, asked } = input
  const key = input.key ?? { key: randomUUID(), bodyHash: Buffer.alloc(0) }
  const known = await findByKey(db.kysely, caller.userId, key)
  if (known) return answerOf(deps, known)
  requireVerified(caller)
  const request = await resolve(deps, caller.userId, asked)
  const found = await findEngine(deps, asked.task)
  const credits = deps.wordsPrices[asked.task]
  if (input.price !== undefined && credits > input.price) {
    throw new AppError('conflict', `The price is ${credits} now`, {
      userMessage: t('jobs.costsNow', { credits }),
    })
  }
  const { row, isNew } = await open(deps, caller.userId, { key, found, credits })
  if (isNew && (await takeTurn(deps, row))) await write(deps, row.id, request, found)
  return answerOf(deps, row)
}

/** Checks what is asked for, and reads the file. @throws {AppError} `invalid` */
async function resolve(
  deps: ProposeDeps,
  userId: string,
  asked: ProposeInput['asked'],
): Promise<WordsRequest> {
  if (asked.task === 'improve_prompt') {
    const verdict = await deps.moderation.checkPrompt(asked.prompt)
    if (!verdict.allowed) throw invalidField('prompt', verdict.message)
    return asked
  }
  const input = { field: 'image', id: asked.image, uploadsOnly: false }
  const picture = await findInput(deps, deps.db, userId, input)
  const image = picture && (await deps.media.readPicture(picture.storageKey))
  if (!image) throw invalidField('image', t('common.noSuchImage'))
  return { task: 'describe_image', image }
}

async function findEngine({ engines }: ProposeDeps, task: WordsTask): Promise<FoundWordsModel> {
  const found = await engines.findWords(task)
  if (found) return found
  throw new AppError('unavailable', `No engine does ${task}`, {
    userMessage: t('jobs.noEngineNow'),
    retryAfterSeconds: 30,
  })
}

/** Holds the price and writes the row down. Of two that come at once with one key, one is new. */
async function open(
  { orders }: ProposeDeps,
  userId: string,
  {
    key,
    found: { engine, model },
    credits,
  }: { key: IdempotencyKey; found: FoundWordsModel; credits: number },
): Promise<{ row: ProposalRow; isNew: boolean }> {
  return orders.place(ownParty(userId), {
    read: (tx) => Promise.all([findByKey(tx, userId, key), countOpen(tx, userId)]),
    async place(tx, order, [winner, count]) {
      if (winner) return { row: winner, isNew: false }
      if (count >= AT_ONCE) {
        throw new AppError('throttled', 'Too many proposals of one person at once', {
          userMessage: t('jobs.othersStillWritten'),
          retryAfterSeconds: 5,
        })
      }
      const id = randomUUID()
      const holdId = order.hold({
        amount: credits,
        externalId: externalIdOf(id),
        text: NAMES[model.task].title,
      })
      const row = await tx
        .insertInto('word_proposals')
        .values({
          id,
          user_id: userId,
          key: key.key,
          body_hash: key.bodyHash,
          task: model.task,
          engine: engine.name,
          model: model.name,
          credits,
          hold_id: holdId,
          deadline_at: new Date(Date.now() + DEADLINE_SECONDS * 1000),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { row, isNew: true }
    },
  })
}

/**
 * Waits until the engine has room: what it does at once has a limit over all its work. Jobs leave a place to a proposal that
 * waits, so that it comes to its turn when the next one ends.
 * @returns false: it had none in time, and the proposal has ended
 */
async function takeTurn(deps: ProposeDeps, { id, engine }: ProposalRow): Promise<boolean> {
  const { db, engineControl } = deps
  const until = Date.now() + TURN_WITHIN_MS
  for (;;) {
    const began = await transact(db, async (tx) => {
      const { most } = await engineControl.lockLimits(tx, engine)
      if (most !== null) {
        await lockEngine(tx, engine)
        if ((await countAtWork(tx, engine)) >= most) return false
      }
      await tx
        .updateTable('word_proposals')
        .set({ started_at: new Date() })
        .where('id', '=', id)
        .execute()
      return true
    })
    if (began) return true
    if (Date.now() >= until) break
    await sleep(LOOK_MS)
  }
  const message = t('jobs.wordsEngineBusy')
  await settleProposal(deps, id, { failure: { code: 'unavailable', message } })
  return false
}

/** Has the engine write, and ends the proposal however that goes. */
async function write(
  deps: ProposeDeps,
  id: string,
  request: WordsRequest,
  { engine, words }: FoundWordsModel,
): Promise<void> {
  const started = performance.now()
  try {
    const written = await words.write(request, AbortSignal.timeout(ANSWER_WITHIN_MS))
    const cost = written.costMicros ?? costOfTime(deps, performance.now() - started)
    await settleProposal(deps, id, await judge(deps, request, written), cost)
  } catch (error) {
    deps.log.warn({ err: error, engine: engine.name, proposal: id }, 'nothing was written')
    const cost = error instanceof EngineError ? error.costMicros : 0
    await settleProposal(deps, id, { failure: failureOf(request, error) }, cost)
  }
}

const costOfTime = ({ engineCentsPerHour }: ProposeDeps, ms: number): number =>
  Math.round((ms / HOUR_MS) * engineCentsPerHour * MICROS_PER_CENT)

const unusable: ProposalFailure = {
  code: 'unavailable',
  message: t('jobs.wordsUnusable'),
}

/** Whether what was written may be shown, and is worth its price. */
async function judge(
  { moderation }: ProposeDeps,
  request: WordsRequest,
  written: WrittenWords,
): Promise<Outcome> {
  const text = cleanText(written.text)
  if (text === null) return { failure: unusable }
  if (!(await moderation.checkPrompt(text)).allowed) {
    const message = t('jobs.wordsNotAllowed')
    return { failure: { code: 'invalid', message } }
  }
  if (request.task === 'improve_prompt' && text === cleanText(request.prompt)) {
    const message = t('jobs.nothingToAdd')
    return { failure: { code: 'invalid', message } }
  }
  return { text }
}

function failureOf({ task }: WordsRequest, error: unknown): ProposalFailure {
  if (error instanceof EngineError && error.code === 'content_refused') {
    const message = t(task === 'improve_prompt' ? 'jobs.promptRefused' : 'jobs.imageRefused')
    return { code: 'invalid', message }
  }
  return { code: 'unavailable', message: t('jobs.noAnswer') }
}

/** Waits until somebody has ended it. */
async function answerOf({ db }: ProposeDeps, row: ProposalRow): Promise<Proposal> {
  const until = Date.now() + WITHIN_MS
  let now: ProposalRow | undefined =
    row.status === 'R' ? await readProposal(db.kysely, row.id) : row
  while (now?.status === 'R' && Date.now() < until) {
    await sleep(LOOK_MS)
    now = await readProposal(db.kysely, row.id)
  }
  if (now?.status === 'S') return presentProposal(now)
  if (now?.status === 'R') throw userError('conflict', t('jobs.suggestionStillWritten'))
  const failure = now?.failure ?? storeFailure(unusable)
  const message = readFailure(failure)
  if (failure.code === 'invalid')
    throw invalidField(row.task === 'improve_prompt' ? 'prompt' : 'image', message)
  throw userError('unavailable', message, { retryAfterSeconds: 5 })
}

/** For cron: gives back what was held for proposals whose process is gone, and forgets old ones. */
export async function sweepProposals(deps: SettleDeps & { sweeper: Sweeper }): Promise<void> {
  const failure: ProposalFailure = {
    code: 'unavailable',
    message: t('jobs.wordsTookTooLong'),
  }
  await deps.sweeper.sweep({
    kind: 'proposals',
    find: (setAside) =>
      deps.db.kysely
        .selectFrom('word_proposals')
        .select('id')
        .where('status', '=', 'R')
        .where('deadline_at', '<', new Date())
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .limit(100)
        .execute(),
    idOf: ({ id }) => id,
    act: ({ id }) => settleProposal(deps, id, { failure }),
  })
  const aWeekAgo = new Date(Date.now() - 7 * 86_400_000)
  await emptyProposals(deps.db.kysely)
    .where('created_at', '<', aWeekAgo)
    .where('key', 'is not', null)
    .execute()
}
