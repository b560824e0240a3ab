import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import sharp from 'sharp'
import { videoOfLastFrame } from '#server/domains/media/index.ts'
import { CHECKS } from './checks.ts'
import { checkReferrals, rewardsOf } from './count-growth.ts'
import { countLeavers } from './count-leavers.ts'
import { PACK_CREDITS } from './storm.ts'
import type { Accepted, ChaosUser, Invited, Purchase } from './state.ts'
import { readTotals, type Totals } from './totals.ts'

export interface Count {
  totals: Totals
  /** One line each; empty when nothing was lost and nothing came from nowhere. */
  differences: string[]
}

async function runChecks(client: Client): Promise<string[]> {
  const differences: string[] = []
  for (const { what, sql } of CHECKS) {
    const { rows } = await client.query(sql)
    for (const row of rows) differences.push(`${what}: ${JSON.stringify(row)}`)
  }
  return differences
}

/** Checks that the credits each user had, bought and got for invitations = those captured + those left. */
async function checkUsers(
  client: Client,
  users: readonly ChaosUser[],
  { paid, rewards }: { paid: readonly PaidSession[]; rewards: ReadonlyMap<string, number> },
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
    const reward = rewards.get(user.id) ?? 0
    if (!row || row.balance + row.captured !== user.credits + bought + reward) {
      const got = reward === 0 ? '' : ` and got ${reward}`
      const had = `${user.credits} and bought ${bought}${got}`
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
  /** Cents that were paid, and that a promotion took off. */
  total: number
  discount: number
}

async function readPaidSessions(client: Client): Promise<PaidSession[]> {
  const { rows } = await client.query<PaidSession>(
    `select id, data->>'client_reference_id' as user_id, (data->>'amount_total')::int as total,
       (data->'total_details'->>'amount_discount')::int as discount
     from test_payment_objects
     where kind = 'checkout.session' and data->>'mode' = 'payment' and data->>'payment_status' = 'paid'`,
  )
  return rows
}

/**
 * Checks that each payment at the provider was granted once, or went back whole where the account was deleted; that the amount
 * shown to a buyer was paid; and that a promotion took off the same amount here, at the provider and for the buyer.
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
    amount: number
    discount: number
    promoted: boolean
  }>(
    `select p.external_id as id, p.status, p.amount, p.discount, p.promotion_id is not null as promoted, p.refunded = p.amount as went_back, (select coalesce(sum(granted), 0)::int from credit_lots l
       where l.user_id = p.user_id and l.payment = p.external_id) as granted
     from payments p where p.kind = 'pack' and p.status in ('paid', 'rejected')`,
  )
  const rightly = rows.filter(({ status, went_back: back, granted: credits }) =>
    status === 'paid' ? credits === PACK_CREDITS : credits === 0 && back,
  )
  const right = new Map(rightly.map((row) => [row.id, row]))
  const known = new Map(paid.map((session) => [session.id, session]))
  const agrees = ({ id, total, discount }: PaidSession) => {
    const row = right.get(id)
    return row?.amount === total && row.discount === discount && row.promoted === discount > 0
  }
  return [
    ...paid
      .filter((session) => !agrees(session))
      .map(
        (session) =>
          `the paid checkout ${JSON.stringify(session)}: ${JSON.stringify(rows.find((row) => row.id === session.id))}`,
      ),
    ...purchases
      .filter(({ session }) => !known.has(session))
      .map(({ session }) => `the checkout ${session} was told to be paid and is not`),
    ...purchases
      .filter(({ session, promoted }) => {
        const discount = known.get(session)?.discount
        return discount !== undefined && promoted !== discount > 0
      })
      .map(
        ({ session, promoted }) =>
          `the checkout ${session} was ${promoted ? '' : 'not '}opened with a promotion code`,
      ),
    ...rows
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `the payment ${id} is none of the provider's`),
  ]
}

/** Until every event of the provider was worked on; webhooks that nobody took are sent again later. */
export const waitForEvents = (databaseUrl: string, timeoutMs: number): Promise<void> =>
  waitForNone(
    databaseUrl,
    `select count(*)::int as open from test_payment_events e
     left join provider_events p on p.event_id = e.id where p.done_at is null`,
    timeoutMs,
  )

/** Until every proposal has ended: one whose process was killed is given back once its time is over. */
export const waitForProposals = (databaseUrl: string, timeoutMs: number): Promise<void> =>
  waitForNone(
    databaseUrl,
    `select count(*)::int as open from word_proposals where status = 'R'`,
    timeoutMs,
  )

/** Until a query counts none as `open`. What is left by then is counted as a difference. */
async function waitForNone(databaseUrl: string, query: string, timeoutMs: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const deadline = Date.now() + timeoutMs
  try {
    for (;;) {
      const { rows } = await client.query<{ open: number }>(query)
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

/** What is known of a storm from outside. */
export interface Known {
  users: readonly ChaosUser[]
  leavers: readonly ChaosUser[]
  invited: readonly Invited[]
  accepted: readonly Accepted[]
  purchases: readonly Purchase[]
}

/** Counts money and pictures of a database in which all work has ended. */
export async function countEverything(
  databaseUrl: string,
  dataDir: string,
  { users, leavers, invited, accepted, purchases }: Known,
): Promise<Count> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const mediaFolder = join(dataDir, 'media')
  try {
    const paid = await readPaidSessions(client)
    const payers = new Set(paid.map(({ user_id: id }) => id))
    const hasPaid = (userId: string) => payers.has(userId)
    const rewards = rewardsOf(invited, hasPaid)
    return {
      totals: await readTotals(client),
      differences: [
        ...(await runChecks(client)),
        ...(await checkUsers(client, [...users, ...invited], { paid, rewards })),
        ...(await checkReferrals(client, invited, hasPaid)),
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
