import { sql } from 'kysely'
import { grantedBy, payments as paymentRows } from '../../domains/billing/index.ts'
import { type Db, transact, type Tx } from '../../platform/db/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { createChance } from './chance.ts'
import { simulatePerson, type SimulatedPerson } from './simulate-person.ts'

const DAY_MS = 86_400_000
/** Nobody renews the plans of this provider, and its payments are compared with nothing. */
const PROVIDER = 'demo'
const ROWS_AT_ONCE = 500
const A_MONTH = 30 * DAY_MS

/** Writes rows of a table, some hundred in a statement. */
async function insert(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.id(name)))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(
      tx,
    )
  }
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

function jobRows(people: readonly SimulatedPerson[]): object[] {
  return people.flatMap(({ jobs }) =>
    jobs.map(({ images: _images, price, ...job }) => ({
      ...job,
      parameters: { prompt: 'a red fox in the snow', width: 512, height: 512 },
      lane: job.engine,
      unit_price: price,
      cost_quoted: price * job.num_images,
      weight: 1,
      may_mark: false,
      free_pictures: 0,
      attempt: 1,
      handed_back: 0,
      progress: {},
      cancel_requested: false,
      keeps_hold: false,
      shows_person: false,
      shows_child: false,
      running_limit: 1,
      deadline_at: later(job.created_at, DAY_MS),
    })),
  )
}

/** The files of these images never were: they are removed, as after a deletion. */
function imageRows(people: readonly SimulatedPerson[]): object[] {
  return people.flatMap(({ jobs }) =>
    jobs.flatMap(({ id, user_id: userId, finished_at: finished, created_at: created, images }) =>
      images.map((image, index) => ({
        ...image,
        job_id: id,
        user_id: userId,
        index,
        width: 512,
        height: 512,
        rating: 'G',
        alt: '',
        is_public: false,
        shows_prompt: false,
        is_favorite: false,
        is_free: false,
        created_at: created,
        delivered_at: image.status === 'S' ? finished : null,
        deleted_at: finished,
        files_removed_at: finished,
      })),
    ),
  )
}

async function writePeople(tx: Tx, people: readonly SimulatedPerson[]): Promise<void> {
  const wallets = people.map(({ wallet }) => wallet)
  await insert(
    tx,
    'users',
    people.map(({ id, email, first_name, created_at, email_verified_at }) => ({
      id,
      email,
      first_name,
      last_name: 'Demo',
      is_staff: false,
      is_admin: false,
      mail_low_credits: false,
      mail_tips: false,
      mail_training_ready: false,
      created_at,
      email_verified_at,
    })),
  )
  await insert(
    tx,
    'subscriptions',
    people.flatMap(({ subscriptions }) =>
      subscriptions.map((of) => ({
        ...of,
        monthly_credits: grantedBy(of.plan, 'monthly'),
        status: of.ended_at === null ? 'active' : 'ended',
        end_reason: of.ended_at === null ? null : 'canceled',
        provider: PROVIDER,
        external_id: `demo_${of.id}`,
        clears_scheduled: false,
        keeps_scheduled: false,
        returned: false,
        runs_out: false,
        grants_paused: false,
        version: 0,
      })),
    ),
  )
  await insert(
    tx,
    'payments',
    people
      .flatMap(({ payments }) => payments)
      .map((payment) => ({
        ...payment,
        provider: PROVIDER,
        status: 'paid',
        currency: 'usd',
        refunds_failed: 0,
        disputed: 0,
        attempts: 1,
        created_at: payment.paid_at,
      })),
  )
  await insert(
    tx,
    'credit_accounts',
    wallets.map(({ userId, balance, at, nextExpiry }) => ({
      user_id: userId,
      balance,
      held: 0,
      settled_at: at,
      next_due_at: Number.isFinite(nextExpiry) ? new Date(nextExpiry) : later(at, A_MONTH),
    })),
  )
  await insert(
    tx,
    'credit_lots',
    wallets.flatMap(({ lots }) => lots.map((lot) => ({ ...lot, held: 0, adjusted: 0 }))),
  )
  await insert(
    tx,
    'credit_revocations',
    people.flatMap(({ id, revocations }) => revocations.map((row) => ({ ...row, user_id: id }))),
  )
  await insert(
    tx,
    'credit_holds',
    wallets.flatMap(({ holds }) => holds.map(({ parts: _parts, ...hold }) => hold)),
  )
  await insert(
    tx,
    'credit_hold_parts',
    wallets.flatMap(({ holds }) =>
      holds.flatMap(({ id, parts }) =>
        parts.map(({ lot, amount, captured, released }) => ({
          hold_id: id,
          lot_id: lot,
          amount,
          captured,
          released,
        })),
      ),
    ),
  )
  await insert(tx, 'inference_jobs', jobRows(people))
  await insert(tx, 'prediction_images', imageRows(people))
}

/** Lines get their ids in the order of their times, as they would have. */
async function writeEntries(tx: Tx, people: readonly SimulatedPerson[]): Promise<void> {
  const entries = people
    .flatMap(({ wallet }) => wallet.entries)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  await insert(tx, 'credit_entries', entries)
}

/**
 * Fills the books with people who registered, paid and made images for some days until now. All of it is invented; it adds
 * up as the real thing does.
 * @throws {OperatorError} when it was done before
 */
export async function seedBusiness(
  db: Db,
  { people, days, seed }: { people: number; days: number; seed: number },
): Promise<{ from: Date; people: number; jobs: number; payments: number }> {
  const chance = createChance(seed)
  const end = new Date()
  const from = later(end, -days * DAY_MS)
  const lives = Array.from({ length: people }, (_, number) =>
    simulatePerson(chance, {
      number: number + 1,
      // More come every month.
      registered: later(from, Math.sqrt(chance.number()) * days * DAY_MS),
      end,
    }),
  )
  await transact(db, async (tx) => {
    const known = await tx
      .selectFrom(paymentRows.as('p'))
      .select('p.id')
      .where('p.provider', '=', PROVIDER)
      .limit(1)
      .executeTakeFirst()
    if (known) throw new OperatorError('The demo business is there already.')
    await writePeople(tx, lives)
    await writeEntries(tx, lives)
  })
  const count = (of: (life: SimulatedPerson) => readonly unknown[]) =>
    lives.reduce((sum, life) => sum + of(life).length, 0)
  return {
    from,
    people,
    jobs: count(({ jobs }) => jobs),
    payments: count(({ payments }) => payments),
  }
}
