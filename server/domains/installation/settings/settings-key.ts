import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'settings-key'
const BYTES = 32
/** Rights of the group and of others. */
const OTHERS = 0o077

/** What a key of the installation is looked for by. */
export interface SettingsKeyOptions {
  /** The setting SECRET_KEY. */
  secretKey: string | null
  dataDir: string
  /** Makes the file where there is none: the database lies in the same folder, so no other machine needs the key. */
  mayMake: boolean
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    if (((await stat(file)).mode & OTHERS) !== 0) return null
    const text = (await readFile(file, 'utf8')).trim()
    return text.length < BYTES ? null : createHash('sha256').update(text).digest()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function makeKeyFile(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  try {
    await using handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${randomBytes(BYTES).toString('base64url')}\n`)
    await handle.sync()
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return
  }
  await chmod(file, 0o600)
}

/**
 * The key that secret settings are sealed with: from SECRET_KEY, else from the file `DATA_DIR/settings-key`, which only its owner may
 * read. A key that lies in the database beside what it seals would protect nothing.
 * @returns null where there is neither
 */
export async function settingsKey({
  secretKey,
  dataDir,
  mayMake,
}: SettingsKeyOptions): Promise<Buffer | null> {
  if (secretKey !== null) return createHash('sha256').update(secretKey).digest()
  const file = join(dataDir, FILE)
  if (mayMake) await makeKeyFile(file, dataDir)
  return readKeyFile(file)
}
