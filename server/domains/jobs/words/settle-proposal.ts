import type { Credits } from '#server/domains/credits/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { WordsTask } from '#server/engines/spec/index.ts'
import { type Db, transact } from '#server/platform/db/index.ts'
import { storeFailure, t, type Text } from '#server/texts/index.ts'
import type { EngineControl } from '../deps.ts'
import type { Admission } from '../queue/admission.ts'
import { closeLanes } from '../queue/lane-workers.ts'
import type { ProposalFailure } from './proposal-store.ts'

export interface SettleDeps {
  db: Db
  credits: Credits
  orders: Orders
  engineControl: EngineControl
  admission: Admission
}

/** Names of what is ordered, by themselves and within a sentence. */
export const NAMES: Record<WordsTask, { title: Text; inSentence: Text }> = {
  improve_prompt: {
    title: t('kinds.improvePrompt'),
    inSentence: t('kinds.improvePromptInSentence'),
  },
  describe_image: {
    title: t('kinds.describeImage'),
    inSentence: t('kinds.describeImageInSentence'),
  },
}

export type Outcome = { text: string } | { failure: ProposalFailure }

/**
 * Ends a proposal, once: what was written is charged, what was not is given back. Whoever comes later changes nothing.
 * @param cost of the engine, millionths of a US dollar
 */
export async function settleProposal(
  { db, credits, orders, engineControl, admission }: SettleDeps,
  id: string,
  outcome: Outcome,
  cost = 0,
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await tx
      .updateTable('word_proposals')
      .set({
        cost,
        ...('text' in outcome
          ? { status: 'S' as const, text: outcome.text }
          : { status: 'FL' as const, failure: JSON.stringify(storeFailure(outcome.failure)) }),
      })
      .where('id', '=', id)
      .where('status', '=', 'R')
      .returning(['user_id', 'task', 'engine', 'credits', 'hold_id'])
      .executeTakeFirst()
    if (!row) return
    // Before the account, as jobs do it: two who lock both would wait for each other.
    const { engine, task: kind } = row
    if (cost > 0 && (await engineControl.recordCost(tx, { engine, kind, cost })))
      await closeLanes(tx, engine)
    const { user_id: userId } = row
    const { title, inSentence } = NAMES[row.task]
    if ('text' in outcome) {
      await credits.writer(tx).capture({
        userId,
        holdId: row.hold_id,
        amount: row.credits,
        externalId: externalIdOf(id),
        jobId: null,
        imageId: null,
        text: title,
      })
    } else {
      await orders.settle(tx, {
        payerId: userId,
        holdId: row.hold_id,
        cause: 'failed',
        text: t('statement.notDelivered', { said: inSentence }),
      })
    }
    // Its place is free again.
    await admission.admit(tx, row.engine)
  })
}

/** What the books call a proposal. */
export const externalIdOf = (id: string): string => `proposal:${id}`
