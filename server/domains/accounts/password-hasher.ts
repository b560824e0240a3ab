import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/errors.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'

export interface PasswordHasher {
  /** @throws {AppError} `unavailable` when too many wait */
  hash(password: string): Promise<string>
  /**
   * Compares; without a stored hash it takes as long and answers false, so that time does not tell whether there
   * is an account.
   * @throws {AppError} `unavailable` when too many wait
   */
  matches(storedHash: string | null | undefined, password: string): Promise<boolean>
}

/** argon2id with the least memory and passes that OWASP recommends; about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Normalises a password first, because the same letters typed on different systems may be different code points. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

/**
 * Hashing runs in the process's few helper threads, which files and name look-ups need too: only some at once.
 * @param options.concurrency hashes at once
 * @param options.maxWaiting more are refused rather than kept waiting past the client's patience
 */
export function createPasswordHasher({ concurrency = 2, maxWaiting = 300 } = {}): PasswordHasher {
  const slots = createWorkSlots({
    running: concurrency,
    waiting: maxWaiting,
    refusal: () =>
      new AppError('unavailable', 'too many passwords wait to be hashed', {
        userMessage: 'Too many people are logging in right now. Please try again.',
        retryAfterSeconds: 5,
      }),
  })

  const hashNow = (password: string) => slots.run(() => hash(bytesOf(password), COST))
  let decoy: Promise<string> | undefined
  return {
    hash: hashNow,
    async matches(storedHash, password) {
      decoy ??= hashNow(randomBytes(16).toString('hex'))
      const compared = storedHash ?? (await decoy)
      const equal = await slots.run(() => verify(compared, bytesOf(password)))
      return equal && typeof storedHash === 'string'
    },
  }
}
