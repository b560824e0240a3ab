import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import sharp from 'sharp'
import { MAX_ATTEMPTS } from '#server/domains/jobs/run/requeue-job.ts'
import { videoOfLastFrame } from '#server/domains/media/index.ts'
import { countLeavers } from './count-leavers.ts'
import { PACK_CREDITS } from './storm.ts'
import type { Accepted, ChaosUser, Purchase } from './state.ts'

export interface Totals {
  jobs: number
  /** Jobs by their end. */
  ends: Record<string, number>
  /** Those that succeeded, by their type. */
  made: Record<string, number>
  batches: number
  /** Runs of packs. */
  runs: number
  /** Starts of trainings that were held for. */
  trainings: number
  /** Why jobs failed, one line each. */
  failures: string[]
  /** Accounts that were deleted. */
  leavers: number
  pictures: number
  captured: number
  /** Paid checkouts. */
  purchases: number
}

export interface Count {
  totals: Totals
  /** One line each; empty when nothing was lost and nothing came from nowhere. */
  differences: string[]
}

/** Each finds the rows that must not be, and says what they are. */
const CHECKS: { what: string; sql: string }[] = [
  {
    what: 'account: entries, lots and balance differ, or something is still held',
    sql: `select a.user_id, a.balance, a.held, e.sum as entries, l.remaining, l.held as held_in_lots, h.open
      from credit_accounts a,
        lateral (select coalesce(sum(amount), 0) as sum from credit_entries where user_id = a.user_id) e,
        lateral (select coalesce(sum(remaining), 0) as remaining, coalesce(sum(held), 0) as held
                 from credit_lots where user_id = a.user_id) l,
        lateral (select coalesce(sum(amount - captured - released), 0) as open
                 from credit_holds where user_id = a.user_id) h
      where a.balance <> e.sum or a.balance <> l.remaining or a.held <> l.held or a.held <> h.open or a.held <> 0`,
  },
  {
    what: 'hold still open',
    sql: `select id, job_id, amount, captured, released from credit_holds where closed_at is null`,
  },
  {
    what: 'job that never ended',
    sql: `select id, status from inference_jobs where status in ('P', 'R')`,
  },
  {
    what: 'image without exactly one capture, or a capture without an image',
    sql: `select i.id, i.job_id, i.status, count(e.id) as captures
      from prediction_images i left join credit_entries e on e.kind = 'capture' and e.image_id = i.id
      group by i.id having count(e.id) <> case when i.status = 'S' then 1 else 0 end`,
  },
  {
    what: 'job that was not paid by its delivered pictures',
    sql: `select j.id, j.type, j.status, j.unit_price, d.delivered, c.captured, h.amount, h.captured as of_hold, h.released
      from inference_jobs j left join credit_holds h on h.id = j.hold_id,
        lateral (select count(*) as delivered from prediction_images where job_id = j.id and status = 'S') d,
        lateral (select coalesce(sum(captured), 0) as captured from credit_entries
                 where job_id = j.id and kind = 'capture') c,
        -- A batch has one hold for all of its jobs.
        lateral (select sum(unit_price * num_images) as price from inference_jobs where hold_id = h.id) a
      where j.status <> 'B' and (h.id is null or c.captured <> j.unit_price * d.delivered
        or h.amount <> h.captured + h.released
        -- The hold of a run is for all of its shots, however often each was tried.
        or (h.amount <> a.price and h.external_id not like 'pack_run:%')
        or (j.status = 'S') <> (d.delivered > 0 and j.status <> 'CD'))`,
  },
  {
    what: 'captured credits that no entry shows',
    sql: `select h.id, h.captured, e.captured as in_entries from credit_holds h,
        lateral (select coalesce(sum(captured), 0) as captured from credit_entries
                 where hold_id = h.id and kind = 'capture') e
      where h.captured <> e.captured`,
  },
  {
    what: 'job without a key of its own',
    sql: `select j.id, count(k.key) as keys from inference_jobs j left join idempotency_keys k on k.job_id = j.id
      where j.batch_id is null and j.user_id not in (select id from users where closing_at is not null)
      group by j.id having count(k.key) <> 1`,
  },
  {
    what: 'batch without a key of its own',
    sql: `select j.batch_id, count(k.key) as keys from inference_jobs j left join idempotency_keys k on k.job_id = j.id
      where j.batch_id is not null and j.batch_id not in (select id from pack_runs)
        and j.user_id not in (select id from users where closing_at is not null)
      group by j.batch_id having count(k.key) <> 1`,
  },
  {
    what: 'run without a key of its own, with a shot made twice, or not paid by its shots',
    sql: `select r.id, r.idempotency_key, s.shots, s.price, s.delivered, s.due, i.images, h.amount, h.captured, h.released
      from pack_runs r,
        lateral (select count(*) as shots, sum(price) as price, count(d.id) as delivered,
                   coalesce(sum(price) filter (where d.id is not null), 0) as due
                 from run_shots x left join inference_jobs d on d.id = x.job_id and d.status = 'S'
                 where x.run_id = r.id) s,
        lateral (select count(*) as images from prediction_images p join inference_jobs j on j.id = p.job_id
                 where j.batch_id = r.id and p.status = 'S') i,
        lateral (select sum(amount) as amount, sum(captured) as captured, sum(released) as released
                 from credit_holds where external_id like 'pack_run:' || r.id || ':%') h
      where r.idempotency_key is null or s.delivered <> i.images or h.amount <> s.price
        or h.captured <> s.due or h.amount <> h.captured + h.released`,
  },
  {
    what: 'training that never ended, or has not paid just what it delivered',
    sql: `select t.id, t.status, t.cost, h.amount, h.captured, h.released
      from lora_trainings t left join credit_holds h on h.id = t.hold_id
      where t.deleted_at is null and (t.status in ('Pending', 'Running', 'Downloading')
        or h.captured <> case when t.status = 'Successful' then t.cost else 0 end)`,
  },
  {
    what: 'hold of a training that is not one of its starts, or was not closed whole',
    sql: `select h.id, h.external_id, t.starts, h.amount, h.captured, h.released
      from credit_holds h left join lora_trainings t on h.external_id like 'training:' || t.id || ':%'
      where h.external_id like 'training:%' and (h.amount <> h.captured + h.released
        -- Of a deleted account nothing is left.
        or (t.id is not null and split_part(h.external_id, ':', 3)::int not between 1 and t.starts))`,
  },
  {
    what: 'job that failed although it had attempts left',
    sql: `select id, attempt, handed_back, error from inference_jobs
      where status = 'FL' and attempt - handed_back < ${MAX_ATTEMPTS}
        -- The model drew nothing, which has nothing to do with kills and is the same at every attempt.
        and error->>'code' <> 'picture_failed'`,
  },
]

async function runChecks(client: Client): Promise<string[]> {
  const differences: string[] = []
  for (const { what, sql } of CHECKS) {
    const { rows } = await client.query(sql)
    for (const row of rows) differences.push(`${what}: ${JSON.stringify(row)}`)
  }
  return differences
}

/** What each user had and bought = what was captured + what is left. */
async function checkUsers(
  client: Client,
  users: readonly ChaosUser[],
  paid: readonly PaidSession[],
): Promise<string[]> {
  const differences: string[] = []
  for (const user of users) {
    const { rows } = await client.query<{ balance: number; captured: number }>(
      `select a.balance, (select coalesce(sum(captured), 0)::int from credit_entries
                          where user_id = a.user_id and kind = 'capture') as captured
       from credit_accounts a where user_id = $1`,
      [user.id],
    )
    const [row] = rows
    const bought = PACK_CREDITS * paid.filter(({ user_id: id }) => id === user.id).length
    if (!row || row.balance + row.captured !== user.credits + bought) {
      const had = `${user.credits} and bought ${bought}`
      differences.push(`user ${user.email} had ${had}: ${JSON.stringify(row)}`)
    }
  }
  return differences
}

async function checkAccepted(client: Client, accepted: readonly Accepted[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string; job: string }>(
    `select key, job_id as job from idempotency_keys
     union all select idempotency_key, id from pack_runs where idempotency_key is not null`,
  )
  const known = new Map(rows.map(({ key, job }) => [key, job]))
  return accepted
    .filter(({ key, job }) => known.get(key) !== job)
    .map(({ key, job }) => `accepted job ${job} (key ${key}) is ${known.get(key) ?? 'gone'}`)
}

/** A checkout of a pack that money has come for, as the payment provider knows it. */
interface PaidSession {
  id: string
  user_id: string
}

async function readPaidSessions(client: Client): Promise<PaidSession[]> {
  const { rows } = await client.query<PaidSession>(
    `select id, data->>'client_reference_id' as user_id from test_payment_objects
     where kind = 'checkout.session' and data->>'mode' = 'payment' and data->>'payment_status' = 'paid'`,
  )
  return rows
}

/**
 * What the provider was paid was granted once, or went back whole where the account was deleted; and what a buyer saw
 * to be paid was.
 */
async function checkPurchases(
  client: Client,
  paid: readonly PaidSession[],
  purchases: readonly Purchase[],
): Promise<string[]> {
  const { rows } = await client.query<{
    id: string
    status: string
    went_back: boolean
    granted: number
  }>(
    `select p.external_id as id, p.status, p.refunded = p.amount as went_back, (select coalesce(sum(granted), 0)::int from credit_lots l
       where l.user_id = p.user_id and l.payment = p.external_id) as granted
     from payments p where p.kind = 'pack' and p.status in ('paid', 'rejected')`,
  )
  const rightly = rows.filter(({ status, went_back: back, granted: credits }) =>
    status === 'paid' ? credits === PACK_CREDITS : credits === 0 && back,
  )
  const right = new Set(rightly.map(({ id }) => id))
  const known = new Set(paid.map(({ id }) => id))
  return [
    ...paid
      .filter(({ id }) => !right.has(id))
      .map(
        ({ id }) => `the paid checkout ${id}: ${JSON.stringify(rows.find((row) => row.id === id))}`,
      ),
    ...purchases
      .filter(({ session }) => !known.has(session))
      .map(({ session }) => `the checkout ${session} was told to be paid and is not`),
    ...rows
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `the payment ${id} is none of the provider's`),
  ]
}

/** Until every event of the provider was worked on; webhooks that nobody took are sent again later. */
export async function waitForEvents(databaseUrl: string, timeoutMs: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const deadline = Date.now() + timeoutMs
  try {
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from test_payment_events e
         left join provider_events p on p.event_id = e.id where p.done_at is null`,
      )
      // What has not come by then is counted as a difference.
      if (rows[0]?.open === 0 || Date.now() > deadline) return
      await sleep(300)
    }
  } finally {
    await client.end()
  }
}

/** Every delivered picture is there and can be read. */
async function checkFiles(client: Client, mediaFolder: string): Promise<string[]> {
  const { rows } = await client.query<{
    id: string
    key: string | null
    video: string | null
    video_bytes: number | null
    width: number
    height: number
  }>(
    `select id, storage_key as key, video_storage_key as video, (video->>'bytes')::int as video_bytes, width, height
     from prediction_images where status = 'S' and deleted_at is null`,
  )
  const differences: string[] = []
  for (const { id, key, video, video_bytes: bytes, ...size } of rows) {
    if (video !== null && !isWholeVideo(join(mediaFolder, video), bytes))
      differences.push(`the video of picture ${id} is broken or not there`)
    const file = join(mediaFolder, key ?? '')
    if (key === null || !existsSync(file)) {
      differences.push(`picture ${id} has no file`)
      continue
    }
    const { width, height } = await sharp(file)
      .stats()
      .then(() => sharp(file).metadata())
      .catch(() => ({ width: 0, height: 0 }))
    if (width !== size.width || height !== size.height)
      differences.push(`the file of picture ${id} is broken`)
  }
  return differences
}

/** An MP4 file begins with its type. @param bytes that the row says; the label of what AI made comes to them */
function isWholeVideo(file: string, bytes: number | null): boolean {
  const content = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  return content.length >= (bytes ?? Infinity) && content.toString('latin1', 4, 8) === 'ftyp'
}

/** Every file belongs to a row, a last frame to that of its video: what a killed process left was swept before the count. */
async function checkStrayFiles(client: Client, mediaFolder: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from uploaded_images
     union all select storage_key from prediction_images where files_removed_at is null
     union all select marked_storage_key from prediction_images where files_removed_at is null
     union all select video_storage_key from prediction_images where files_removed_at is null`,
  )
  const known = new Set(rows.map(({ key }) => key))
  const files = existsSync(mediaFolder)
    ? readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
    : []
  return files
    .filter((file) => file.isFile())
    .map((file) => relative(mediaFolder, join(file.parentPath, file.name)))
    .filter(
      (key) =>
        /^(?:pictures|uploads|\.unfinished)\//.test(key) &&
        !known.has(videoOfLastFrame(key) ?? key),
    )
    .map((key) => `a file that belongs to nothing: ${key}`)
}

async function readTotals(client: Client): Promise<Totals> {
  const ends = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from inference_jobs group by status order by status',
  )
  const made = await client.query<{ type: string; count: number }>(
    `select type, count(*)::int as count from inference_jobs where status = 'S' group by type order by type`,
  )
  const batches = await client.query<{ count: number }>(
    'select count(distinct batch_id)::int as count from inference_jobs where batch_id not in (select id from pack_runs)',
  )
  const runs = await client.query<{ count: number }>('select count(*)::int as count from pack_runs')
  const trainings = await client.query<{ count: number }>(
    `select count(*)::int as count from credit_holds where external_id like 'training:%'`,
  )
  const pictures = await client.query<{ count: number }>(
    `select count(*)::int as count from prediction_images where status = 'S'`,
  )
  const purchases = await client.query<{ count: number }>(
    `select count(*)::int as count from payments where kind = 'pack' and status = 'paid'`,
  )
  const failed = await client.query<{ line: string }>(
    `select id || ': ' || (error->>'code') || ', attempt ' || attempt || ' (' || handed_back || ' handed back), '
       || round(extract(epoch from finished_at - created_at)) || ' s after it was ordered' as line
     from inference_jobs where status = 'FL' order by finished_at`,
  )
  const leavers = await client.query<{ count: number }>(
    'select count(*)::int as count from users where closed_at is not null',
  )
  const captured = await client.query<{ sum: number }>(
    'select coalesce(sum(captured), 0)::int as sum from credit_entries',
  )
  return {
    jobs: ends.rows.reduce((sum, { count }) => sum + count, 0),
    ends: Object.fromEntries(ends.rows.map(({ status, count }) => [status, count])),
    made: Object.fromEntries(made.rows.map(({ type, count }) => [type, count])),
    batches: batches.rows[0]?.count ?? 0,
    runs: runs.rows[0]?.count ?? 0,
    trainings: trainings.rows[0]?.count ?? 0,
    failures: failed.rows.map(({ line }) => line),
    leavers: leavers.rows[0]?.count ?? 0,
    pictures: pictures.rows[0]?.count ?? 0,
    captured: captured.rows[0]?.sum ?? 0,
    purchases: purchases.rows[0]?.count ?? 0,
  }
}

/** What is known of a storm from outside. */
export interface Known {
  users: readonly ChaosUser[]
  leavers: readonly ChaosUser[]
  accepted: readonly Accepted[]
  purchases: readonly Purchase[]
}

/** Counts money and pictures of a database in which all work has ended. */
export async function countEverything(
  databaseUrl: string,
  dataDir: string,
  { users, leavers, accepted, purchases }: Known,
): Promise<Count> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const mediaFolder = join(dataDir, 'media')
  try {
    const paid = await readPaidSessions(client)
    return {
      totals: await readTotals(client),
      differences: [
        ...(await runChecks(client)),
        ...(await checkUsers(client, users, paid)),
        ...(await checkPurchases(client, paid, purchases)),
        ...(await checkAccepted(client, accepted)),
        ...(await checkFiles(client, mediaFolder)),
        ...(await checkStrayFiles(client, mediaFolder)),
        ...(await countLeavers(client, mediaFolder, leavers)),
      ],
    }
  } finally {
    await client.end()
  }
}
