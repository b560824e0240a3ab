import { sql } from 'kysely'
import { ApiError } from '#contract/client.ts'
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { createNormaliser } from './normalise.ts'

/** What was asked, and what was answered. */
interface Exchange {
  call: string
  sent: unknown
  answer: unknown
}

/** What came of a scenario: all answers, and all rows, events and messages that it left. */
export type Recording = Record<string, unknown>

/** Columns that depend on when a scenario runs, or on the names of its models. */
const VOLATILE = new Set([
  'line',
  'turn_seconds',
  'due',
  'came',
  'passed_before',
  'turn',
  'engine_ms',
  'seq',
  'free_month',
  'judged_hash',
])

/** Rows of a person that are newer than `$2`, by the name of their table. */
const TABLES: Record<string, string> = {
  quotes: `select request_hash, cost, lines, marked, cents, used_by_job from quotes where user_id = $1 and id > $2 order by id`,
  jobs: `select * from inference_jobs where user_id = $1 and id > $2 order by id`,
  keys: `select key, body_hash, job_id from idempotency_keys where user_id = $1 and job_id > $2 order by key`,
  grids: `select * from grids where user_id = $1 and id > $2 order by id`,
  proposals: `select * from word_proposals where user_id = $1 and created_at > $3 order by created_at, id`,
  runs: `select * from pack_runs where user_id = $1 and id > $2 order by id`,
  run_shots: `select s.* from run_shots s join pack_runs r on r.id = s.run_id
    where r.user_id = $1 and r.id > $2 order by r.id, s.place`,
  run_holds: `select h.* from run_holds h join pack_runs r on r.id = h.run_id
    where r.user_id = $1 and r.id > $2 order by r.id, h.ends_at, h.hold_id`,
  sets: `select * from headshot_runs where user_id = $1 and id > $2 order by id`,
  set_shots: `select s.* from headshot_shots s join headshot_runs r on r.id = s.run_id
    where r.user_id = $1 and r.id > $2 order by r.id, s.place`,
  trainings: `select id, status, price, starts, hold_id, error, cost, is_stopped, is_free, slot_at, deleted_at, receipt
    from lora_trainings where user_id = $1 and (started_at > $3 or slot_at > $3 - interval '1 day') order by id`,
  entries: `select kind, amount, captured, external_id, lots, hold_id, job_id, image_id, text from credit_entries
    where user_id = $1 and id > $4 order by id`,
  events: `select event, data from user_events where user_id = $1 and seq > $5 order by seq`,
}

/** Plays one scenario for a person and writes down what comes of it. */
export class Recorder {
  readonly person: TestPerson
  readonly #app: TestApp
  readonly #exchanges: Exchange[] = []
  readonly #marks: unknown[]
  readonly #forgets = new Set(VOLATILE)

  private constructor(app: TestApp, person: TestPerson, marks: unknown[]) {
    this.#app = app
    this.person = person
    this.#marks = marks
  }

  /** Leaves out what quotes bind, for it names ids that differ from run to run. */
  forgetHashes(): void {
    this.#forgets.add('request_hash')
  }

  static async open(app: TestApp, person: TestPerson): Promise<Recorder> {
    const { rows } = await app.db.pool.query<Record<string, unknown>>(
      `select uuidv7() as id, clock_timestamp() as now,
         (select coalesce(max(id), 0) from credit_entries) as entry,
         (select coalesce(max(last_seq), 0) from user_event_counters where user_id = $1) as seq`,
      [person.id],
    )
    const { id, now, entry, seq } = rows[0]!
    return new Recorder(app, person, [person.id, id, now, entry, seq])
  }

  /** Makes a call. @returns its answer; null when it was refused */
  async ask<E extends Endpoint>(
    endpoint: E,
    input: Sent<E>,
    headers: Record<string, string> = {},
    person = this.person,
  ): Promise<Answer<E> | null> {
    const call = `${endpoint.method} ${endpoint.path}`
    try {
      const answer = await person.call(endpoint, input, { headers })
      this.#exchanges.push({ call, sent: input, answer })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status, code, body } = error
      this.#exchanges.push({ call, sent: input, answer: { refused: status, code, body } })
      return null
    }
  }

  async close(): Promise<Recording> {
    const normalise = createNormaliser(this.#app.url)
    const recording: Recording = { exchanges: normalise.answers(this.#exchanges) }
    for (const [name, query] of Object.entries(TABLES)) {
      const highest = Math.max(...[...query.matchAll(/\$(\d)/g)].map(([, at]) => Number(at)))
      // A query may not be given values that it does not name.
      const used = this.#marks.slice(0, highest).map((_, at) => query.includes(`$${at + 1}`))
      let text = query
      const values: unknown[] = []
      for (const [at, isUsed] of used.entries()) {
        if (!isUsed) continue
        values.push(this.#marks[at])
        text = text.replaceAll(`$${at + 1}`, `$<${values.length}>`)
      }
      text = text.replaceAll(/\$<(\d)>/g, '$$$1')
      const { rows } = await this.#app.db.pool.query<Record<string, unknown>>(text, values)
      if (rows.length > 0) recording[name] = normalise.stored(rows.map((row) => this.#steady(row)))
    }
    recording['messages'] = normalise.stored(await this.#takeMessages())
    const { balance, held } = await this.#app.context.credits.balance(this.#app.db, this.person.id)
    return { ...recording, account: { balance, held } }
  }

  /** What is in the queue, taken out of it. */
  async #takeMessages(): Promise<unknown[]> {
    const { rows } = await sql<{ name: string; data: unknown; singleton_key: string | null }>`
      delete from pgboss.job where state = 'created' and (data ? 'job' or data ? 'training' or data ? 'run')
      returning name, data, singleton_key`.execute(this.#app.db.kysely)
    return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }

  #steady(row: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(row).filter(([column]) => !this.#forgets.has(column)))
  }
}
