import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../../engine-log.ts'
import { isMissing, modelBroken, reasonOf } from '../../model-files.ts'
import type { LoraContent } from './lora-file.ts'
import { readLoraFile } from './lora-file.ts'

/** A LoRA file: what is in it, or why it cannot be used. */
export interface LoraEntry {
  /** The file's name without its ending; prompts name it. */
  id: string
  file: string
  bytes: number
  /** Null if broken. */
  content: LoraContent | null
  /** One line that names the file; null unless broken. */
  problem: EngineError | null
}

/** The LoRA files of an engine, as they are now. */
export interface LoraLibrary {
  /** Files that take long to read are left out until they are known. */
  list(): Promise<LoraEntry[]>
  /** The one of that name, read to the end. */
  find(id: string): Promise<LoraEntry | undefined>
}

const ENDING = '.safetensors'
const LONGEST_ID = 100
/** Gigabytes are hashed meanwhile; who asks what there is should not wait for them. */
const PATIENCE_MS = 1000

interface Known {
  stamp: string
  reading: Promise<LoraEntry>
}

/**
 * Looks at the folders again whenever it is asked. Files are read one after the other, and again only after they
 * changed.
 *
 * @param folders of LoRA files; need not exist. Of two files of one name the first one counts.
 */
export function createLoraLibrary(folders: readonly string[], log?: EngineLog): LoraLibrary {
  const known = new Map<string, Known>()
  const told = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  async function look(file: string): Promise<Known | null> {
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return null
    const stamp = `${found.size} ${found.mtimeMs} ${found.ino}`
    const before = known.get(file)
    if (before?.stamp === stamp) return before
    const now: Known = { stamp, reading: readAfter(last, file, found.size) }
    known.set(file, now)
    last = now.reading
    return now
  }

  async function readAfter(
    before: Promise<unknown>,
    file: string,
    bytes: number,
  ): Promise<LoraEntry> {
    await before
    const entry = await readEntry(file, bytes)
    tell(entry)
    return entry
  }

  function tell({ file, problem }: LoraEntry): void {
    if (!problem || told.has(problem.message)) return
    told.add(problem.message)
    log?.warn({ file }, `A LoRA cannot be used: ${problem.message}`)
  }

  /** The first file of each name. */
  async function lookAtAll(): Promise<Map<string, Known>> {
    const files = (await Promise.all(folders.map(namesIn))).flat()
    for (const file of known.keys()) if (!files.includes(file)) known.delete(file)
    const found = new Map<string, Known>()
    for (const file of files) {
      const id = path.basename(file).slice(0, -ENDING.length)
      const one = found.has(id) ? null : await look(file)
      if (one) found.set(id, one)
    }
    return found
  }

  /** A folder that cannot be read must not take the models with it. */
  async function namesIn(folder: string): Promise<string[]> {
    try {
      const names = await readdir(folder)
      return names
        .filter((name) => name.endsWith(ENDING) && !name.startsWith('.'))
        .toSorted()
        .map((name) => path.join(folder, name))
    } catch (error) {
      const line = reasonOf(error)
      if (!isMissing(error) && !told.has(line))
        log?.warn({ folder }, `The LoRAs cannot be read: ${line}`)
      told.add(line)
      return []
    }
  }

  return {
    async list() {
      const late = sleep(PATIENCE_MS, null, { ref: false })
      const all = [...(await lookAtAll()).values()]
      const entries = await Promise.all(all.map(({ reading }) => Promise.race([reading, late])))
      return entries.filter((entry) => entry !== null)
    },
    find: async (id) => (await lookAtAll()).get(id)?.reading,
  }
}

async function readEntry(file: string, bytes: number): Promise<LoraEntry> {
  const id = path.basename(file).slice(0, -ENDING.length)
  const entry = { id: id.slice(0, LONGEST_ID), file, bytes }
  try {
    if (id.length > LONGEST_ID)
      throw modelBroken(file, `has a name of over ${LONGEST_ID} characters`)
    if (/[:<>]/.test(id)) throw modelBroken(file, 'has a name that no prompt can hold')
    return { ...entry, content: await readLoraFile(file), problem: null }
  } catch (error) {
    const problem = error instanceof EngineError ? error : modelBroken(file, reasonOf(error), error)
    return { ...entry, content: null, problem }
  }
}
