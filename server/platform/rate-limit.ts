import { createHash } from 'node:crypto'
import type { Pool, QueryConfig } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db/index.ts'
import { AppError } from './errors.ts'
import { t } from '#server/texts/index.ts'

/** At most `points` of something in a window of `seconds`, which starts with the first. */
export interface Limit {
  /** Names its rows; limits of the same name share their counts. */
  name: string
  points: number
  seconds: number
}

/**
 * Counts in PostgreSQL, so that a limit holds over several processes and a restart. Counts are written outside
 * of the caller's transaction: a rollback does not give them back. There is no second store to fall back to:
 * while the database is away every counted call fails, as it would a statement later.
 */
export interface RateLimiter {
  /**
   * Counts one use of `key`, or as many as it is worth.
   * @throws {AppError} `throttled` with the seconds to wait, when there were too many
   */
  consume(limit: Limit, key: string, uses?: number): Promise<void>
  /** Counts one use and says whether it is within the limit; for limits that must not be noticed. */
  allows(limit: Limit, key: string): Promise<boolean>
  /** Takes back one use that turned out not to count, such as a login that succeeded. */
  giveBack(limit: Limit, key: string): Promise<void>
  /** Forgets the counts of all keys of a {@link keyIn} group. */
  forget(limit: Limit, group: string): Promise<void>
  /** Deletes the counts whose window is over. */
  sweep(): Promise<void>
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')
const BETWEEN = '\0'

/** The key of one member of a group whose counts can be forgotten together. */
export const keyIn = (group: string, member: string): string => `${group}${BETWEEN}${member}`

/** Keys are e-mail addresses and network addresses: only their hashes are stored, and the length is fixed. */
const hashKey = (key: string): string => key.split(BETWEEN).map(hashed).join('.')

/** The network that failed logins are counted by: a /24, of IPv6 a /64. */
export function networkKey(ip: string): string {
  const address = addressKey(ip)
  return address.includes(':') ? address : `${address.slice(0, address.lastIndexOf('.'))}.0/24`
}

/** An IPv6 client owns at least a /64; limits count those as one address. */
export function addressKey(ip: string): string {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The library names its statements, and so has them prepared. */
const withoutName =
  (pool: Pool) =>
  ({ text, values }: QueryConfig) =>
    pool.query(text, values)

export function createRateLimiter({ pool, prepares }: Pick<Db, 'pool' | 'prepares'>): RateLimiter {
  const store = prepares ? pool : { query: withoutName(pool) }
  const counters = new Map<string, RateLimiterPostgres>()

  function counterOf({ name, points, seconds }: Limit): RateLimiterPostgres {
    const id = `${name} ${points} ${seconds}`
    const existing = counters.get(id)
    if (existing) return existing
    const counter = new RateLimiterPostgres({
      storeClient: store,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    counters.set(id, counter)
    return counter
  }

  /** @returns the seconds to wait, or null when the use is within the limit */
  async function count(limit: Limit, key: string, uses = 1): Promise<number | null> {
    try {
      await counterOf(limit).consume(hashKey(key), uses)
      return null
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext / 1000
      throw refusal
    }
  }

  return {
    async consume(limit, key, uses) {
      const wait = await count(limit, key, uses)
      if (wait !== null) {
        throw new AppError('throttled', `the limit ${limit.name} is reached`, {
          userMessage: t('requests.throttledFor', { seconds: Math.ceil(wait) }),
          retryAfterSeconds: wait,
        })
      }
    },
    async allows(limit, key) {
      return (await count(limit, key)) === null
    },
    async giveBack(limit, key) {
      await counterOf(limit).reward(hashKey(key), 1)
    },
    async forget({ name }, group) {
      await pool.query('delete from rate_limits where starts_with(key, $1)', [
        `${name}:${hashed(group)}.`,
      ])
    },
    async sweep() {
      await pool.query('delete from rate_limits where expire < $1', [Date.now()])
    },
  }
}
