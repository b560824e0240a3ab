import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Reader, Tx } from '#server/platform/db/index.ts'

const FILE = 'setup-token'
const BYTES = 32

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

async function readFileToken(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, FILE), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeFileToken(dataDir: string, token: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, FILE)
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  // The mode of a file that was there stays as it was.
  await chmod(file, 0o600)
}

/** Whether a token is the one that opens the setup; takes as long for any wrong one. */
export async function isSetupToken(reader: Reader, token: string): Promise<boolean> {
  const row = await reader.selectFrom('setup_tokens').select('token_hash').executeTakeFirst()
  return row !== undefined && timingSafeEqual(row.token_hash, hashOf(token))
}

/** Makes a new token, which alone holds from then on, and writes it to the file. */
async function makeToken(db: Db, dataDir: string): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  await writeFileToken(dataDir, token)
  const row = { token_hash: hashOf(token) }
  await db.kysely
    .insertInto('setup_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return token
}

/**
 * The token of this installation, from the file of this machine.
 * @param isAsked an operator wants one here: where the file has none that holds, a new one takes the old one's place. Else only the
 *   first start makes one
 * @returns null where another machine has the token
 */
export async function setupToken(
  db: Db,
  dataDir: string,
  { isAsked }: { isAsked: boolean },
): Promise<string | null> {
  const kept = await readFileToken(dataDir)
  if (kept !== null && (await isSetupToken(db.kysely, kept))) return kept
  const row = await db.kysely.selectFrom('setup_tokens').select('id').executeTakeFirst()
  return row === undefined || isAsked ? makeToken(db, dataDir) : null
}

/** The token has done its work. */
export async function forgetSetupToken(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_tokens').execute()
}

export async function removeTokenFile(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true })
}
