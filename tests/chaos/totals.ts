import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** How much was done in a run. */
export interface Totals {
  jobs: number
  /** Jobs by their end. */
  ends: Record<string, number>
  /** Jobs that succeeded, by their type. */
  made: Record<string, number>
  batches: number
  /** Runs of packs. */
  runs: number
  /** Starts of trainings that were held for. */
  trainings: number
  /** Sets of headshots. */
  sets: number
  /** Prompts that were improved. */
  proposals: number
  /** Why jobs failed, one line each. */
  failures: string[]
  /** Accounts that were deleted. */
  leavers: number
  pictures: number
  captured: number
  /** Paid checkouts, and those of them with a promotion code. */
  purchases: number
  promoted: number
  /** Invitations that brought both sides credits. */
  rewarded: number
}

/** Reads them from a database. */
export async function readTotals(client: Client): Promise<Totals> {
  const ends = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from inference_jobs group by status order by status',
  )
  const made = await client.query<{ type: string; count: number }>(
    `select type, count(*)::int as count from inference_jobs where status = 'S' group by type order by type`,
  )
  const batches = await client.query<{ count: number }>(
    'select count(distinct batch_id)::int as count from inference_jobs where batch_id not in (select id from pack_runs union all select id from headshot_runs)',
  )
  const runs = await client.query<{ count: number }>('select count(*)::int as count from pack_runs')
  const trainings = await client.query<{ count: number }>(
    `select count(*)::int as count from credit_holds where external_id like 'training:%'`,
  )
  const sets = await client.query<{ count: number }>(
    'select count(*)::int as count from headshot_runs',
  )
  const proposals = await client.query<{ count: number }>(
    `select count(*)::int as count from word_proposals where status = 'S'`,
  )
  const pictures = await client.query<{ count: number }>(
    `select count(*)::int as count from prediction_images where status = 'S'`,
  )
  const purchases = await client.query<{ count: number }>(
    `select count(*)::int as count from payments where kind = 'pack' and status = 'paid'`,
  )
  const promoted = await client.query<{ count: number }>(
    `select count(*)::int as count from payments where kind = 'pack' and status = 'paid' and discount > 0`,
  )
  const rewarded = await client.query<{ count: number }>(
    `select count(*)::int as count from referrals where state = 'granted'`,
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
    sets: sets.rows[0]?.count ?? 0,
    proposals: proposals.rows[0]?.count ?? 0,
    failures: failed.rows.map(({ line }) => line),
    leavers: leavers.rows[0]?.count ?? 0,
    pictures: pictures.rows[0]?.count ?? 0,
    captured: captured.rows[0]?.sum ?? 0,
    purchases: purchases.rows[0]?.count ?? 0,
    promoted: promoted.rows[0]?.count ?? 0,
    rewarded: rewarded.rows[0]?.count ?? 0,
  }
}

/**
 * Things that a run must have done, so that its count says something about them.
 * @param isLong with sets of headshots, whose photos are looked at for longer than a short run takes
 */
export function listUndone(totals: Totals, isLong: boolean): string[] {
  const must = {
    'no picture was delivered at all': totals.pictures,
    'no training was started at all': totals.trainings,
    'no prompt was improved at all': totals.proposals,
    'no purchase was made at all': totals.purchases,
    'no purchase was made with a promotion code': totals.promoted,
    ...(isLong && { 'no set of headshots was ordered at all': totals.sets }),
  }
  return Object.entries(must).flatMap(([what, done]) => (done === 0 ? [what] : []))
}

/** Waits until each of these things was done once: on a busy machine a short run is over before. */
export async function waitUntilDone(
  databaseUrl: string,
  { timeoutMs, isLong }: { timeoutMs: number; isLong: boolean },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const deadline = Date.now() + timeoutMs
  try {
    // The count tells of things that are not done by then.
    while (listUndone(await readTotals(client), isLong).length > 0 && Date.now() < deadline)
      await sleep(500)
  } finally {
    await client.end()
  }
}
