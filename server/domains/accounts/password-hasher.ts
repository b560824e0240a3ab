import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/errors.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'
import { t } from '#server/texts/index.ts'

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

/** Of argon2id. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number
  /** Passes. */
  timeCost: number
}

/** The least memory and passes that OWASP recommends; about 30 ms of one core. */
const RECOMMENDED: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Normalises a password first, because the same letters typed on different systems may be different code points. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

export interface HasherOptions {
  /** Hashes at once. */
  concurrency?: number
  /** More are refused rather than kept waiting past the client's patience. */
  maxWaiting?: number
  cost?: PasswordCost | undefined
}

/**
 * Hashing runs in the process's few helper threads, which files and name look-ups need too: only some at once.
 */
export function createPasswordHasher({
  concurrency = 2,
  maxWaiting = 300,
  cost = RECOMMENDED,
}: HasherOptions = {}): PasswordHasher {
  const slots = createWorkSlots({
    running: concurrency,
    waiting: maxWaiting,
    refusal: () =>
      new AppError('unavailable', 'too many passwords wait to be hashed', {
        userMessage: t('accounts.tooManyLogins'),
        retryAfterSeconds: 5,
      }),
  })

  const hashNow = (password: string) =>
    slots.run(() => hash(bytesOf(password), { ...cost, parallelism: 1 }))
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
