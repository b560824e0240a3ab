import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { REFERRAL_CREDITS } from '#contract/referral-terms.ts'
import type { Invited } from './state.ts'

/** Longer than the first payment of an invited account has to be old. */
const LATER = '8 days'

/**
 * Has the first payments of invited accounts be old enough, and waits until it was decided what comes of them.
 * @param meanwhile is called once the first of it is due
 */
export async function waitForReferrals(
  databaseUrl: string,
  timeoutMs: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const deadline = Date.now() + timeoutMs
  try {
    await client.query(
      `update referrals set due_at = due_at - $1::interval where state = 'waiting' and due_at > money_now()`,
      [LATER],
    )
    await meanwhile()
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from referrals where state = 'waiting' and due_at is not null`,
      )
      // Referrals that are not decided by then are counted as a difference.
      if (rows[0]?.open === 0 || Date.now() > deadline) return
      await sleep(300)
    }
  } finally {
    await client.end()
  }
}

/** Credits that invitations brought by now, by account: each pair's once the invited one has paid. */
export function rewardsOf(
  invited: readonly Invited[],
  hasPaid: (userId: string) => boolean,
): Map<string, number> {
  const rewards = new Map<string, number>()
  for (const { id, inviter } of invited.filter((one) => hasPaid(one.id))) {
    for (const side of [id, inviter]) rewards.set(side, (rewards.get(side) ?? 0) + REFERRAL_CREDITS)
  }
  return rewards
}

interface Pair {
  invited_id: string
  inviter_id: string
  state: string
  reason: string | null
  inviter_lots: number
  invited_lots: number
  granted: number
}

/** Each pair got its credits once if the invited one has paid, and nothing otherwise. */
export async function checkReferrals(
  client: Client,
  invited: readonly Invited[],
  hasPaid: (userId: string) => boolean,
): Promise<string[]> {
  const { rows } = await client.query<Pair>(
    `select r.invited_id, r.inviter_id, r.state, r.reason,
       count(l.id) filter (where l.user_id = r.inviter_id)::int as inviter_lots,
       count(l.id) filter (where l.user_id = r.invited_id)::int as invited_lots,
       coalesce(sum(l.granted), 0)::int as granted
     from referrals r left join credit_lots l on l.payment = 'referral:' || r.id
     group by r.id`,
  )
  const isRight = (pair: Pair | undefined, paid: boolean, inviter: string) =>
    pair?.inviter_id === inviter &&
    pair.state === (paid ? 'granted' : 'waiting') &&
    pair.inviter_lots === Number(paid) &&
    pair.invited_lots === Number(paid) &&
    pair.granted === (paid ? 2 * REFERRAL_CREDITS : 0)
  return invited.flatMap(({ id, email, inviter }) => {
    const pair = rows.find((row) => row.invited_id === id)
    const paid = hasPaid(id)
    if (isRight(pair, paid, inviter)) return []
    const did = paid ? 'has paid' : 'has not paid'
    return [`the invited ${email} ${did}: ${JSON.stringify(pair)}`]
  })
}
