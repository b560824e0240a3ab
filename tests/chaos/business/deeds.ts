import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An act that was answered as done: it is to be found in the books exactly once. */
export type Deed = { user: string } & (
  | { kind: 'adjustment'; id: string; amount: number; by: string; key: string }
  | { kind: 'credit_back'; id: string; amount: number; by: string; key: string; ticket: string }
  | { kind: 'forgiveness'; id: string; amount: number; by: string; key: string }
  | { kind: 'plan'; id: string; plan: string; by: string; key: string }
  | { kind: 'answer'; ticket: string; by: string; key: string }
  | { kind: 'answer_with_credits'; ticket: string; amount: number; by: string; key: string }
  | { kind: 'refund'; payment: string; amount: number; key: string }
  | { kind: 'withdrawal'; payment: string }
  | { kind: 'dispute'; payment: string; outcome: 'won' | 'lost' }
  | { kind: 'ban' }
  | { kind: 'limit' }
  | { kind: 'announcement'; by: string; key: string }
  | { kind: 'price'; value: string | null }
  | { kind: 'planned_price'; id: string; value: string }
  | { kind: 'promotion'; id: string; code: string }
  | { kind: 'cluster_decision'; partner: string; id: string; decision: 'limited' | 'fine' }
)

/** Kinds of which a run has some each. */
export const DEED_KINDS: readonly Deed['kind'][] = [
  'adjustment',
  'credit_back',
  'forgiveness',
  'plan',
  'answer',
  'answer_with_credits',
  'refund',
  'withdrawal',
  'dispute',
  'ban',
  'limit',
  'announcement',
  'price',
  'planned_price',
  'promotion',
  'cluster_decision',
]

/** Deeds of a run, kept so that a run which was ended itself goes on with them. */
export class DeedFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  add(deed: Deed): void {
    appendFileSync(this.#path, `${JSON.stringify(deed)}\n`)
  }

  all(): Deed[] {
    if (!existsSync(this.#path)) return []
    const lines = readFileSync(this.#path, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Deed)
  }
}
