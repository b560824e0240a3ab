import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { EngineError } from '#lib/engine-spec/index.ts'
import type { ImageModelCard } from '#lib/engine-spec/index.ts'
import type { EngineLog } from '../../engine-log.ts'
import { loadSecondTokenizer, loadTokenizer } from '../tokenizer/load-tokenizer.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import type { Companions, PromptReader } from '../model-companion.ts'
import { isMissing, modelBroken, reasonOf } from '../../model-files.ts'
import type { ModelDescription } from './model-folder.ts'
import { readModelFolder } from './model-folder.ts'
import { hashModel } from './model-hash.ts'
import { stampModel } from './model-stamp.ts'
import { reason } from '../../reason.ts'

/** A model that can be drawn with. */
export interface ReadyModel {
  dir: string
  /** Differs as soon as a file of the folder does. */
  stamp: string
  model: ImageModelCard
  card: ModelDescription['card']
  tokenizer: Tokenizer
  /** As {@link ModelDescription.defaults}, and so on. */
  drawing: Pick<ModelDescription, 'defaults' | 'knowsGuidance'>
  /** Null for a model that draws whatever is said. */
  reader: PromptReader | null
}

/** What is known of a folder: a model, or why it is none. */
export interface ModelEntry {
  dir: string
  /** The folder's name where its own cannot be read. */
  id: string
  state: 'ready' | 'reading' | 'broken'
  ready: ReadyModel | null
  /** One line that names the file; null unless broken. */
  problem: EngineError | null
}

/** The model folders of an engine. */
export interface ModelLibrary {
  /**
   * Every folder in order of preference, as it is now. One of `modelsDir` whose weights take long to read is
   * `reading`, unless the `whole` list is waited for.
   */
  list(options?: { whole: boolean }): Promise<ModelEntry[]>
  /** Throws EngineError `model_missing`, or what keeps the model from being used. */
  require(id: string): Promise<ReadyModel>
  /** As `require`, but a model found some seconds ago is not looked for again: for what every request asks. */
  requireRecent(id: string): Promise<ReadyModel>
  /** The model of preference. Throws EngineError: what keeps the first folder from being used. */
  first(): Promise<ReadyModel>
}

export interface ModelFolders {
  /** Folders that are models, the preferred one first. */
  modelDirs: readonly string[]
  /** A folder whose folders are models; need not exist. */
  modelsDir?: string | undefined
  /** Those that the folders may name; none if left out. */
  companions?: Companions
}

/** Gigabytes of weights are hashed meanwhile; the other models are not to wait for them. */
const PATIENCE_MS = 2000
const LONGEST_ID = 100
/** A look asks the disk for some forty files of each folder, which is half of the work to accept a request. */
const RECENT_MS = 5000

interface Known {
  stamp: string
  entry: ModelEntry
  reading: Promise<void>
}

/**
 * Looks at the folders again whenever it is asked: what is put there is a model without a restart. Files are read
 * again only after they changed.
 */
export function createModelLibrary(
  { modelDirs, modelsDir, companions = {} }: ModelFolders,
  log?: EngineLog,
): ModelLibrary {
  const known = new Map<string, Known>()
  const told = new Set<string>()
  let last: { at: number; entries: readonly ModelEntry[] } = { at: -Infinity, entries: [] }

  async function look(dir: string): Promise<Known> {
    const stamp = await stampModel(dir, companions)
    const before = known.get(dir)
    // Files that are still being copied are not read again and again from the start.
    if (before && (before.stamp === stamp || before.entry.state === 'reading')) return before
    const entry = namedAfter(dir)
    const reading = readEntry(entry, stamp, companions)
    const now = { stamp, entry, reading }
    known.set(dir, now)
    return now
  }

  async function lookAtAll(patience: number): Promise<ModelEntry[]> {
    const { folders, unreadable } = await foldersIn(modelsDir)
    const dirs = [...modelDirs, ...folders]
    for (const dir of known.keys()) if (!dirs.includes(dir)) known.delete(dir)
    const found = await Promise.all(dirs.map(look))
    const readings = found.map(({ reading }) => reading)
    // Without the configured models there is little to offer; the others may come later.
    await Promise.all(readings.slice(0, modelDirs.length))
    await within(patience, Promise.all(readings))
    const entries = refuseTwins([...found.map(({ entry }) => entry), ...unreadable])
    for (const { dir, problem } of entries) tell(dir, problem)
    last = { at: performance.now(), entries }
    return entries
  }

  function tell(dir: string, problem: EngineError | null): void {
    const line = `${dir}: ${problem?.message}`
    if (!problem || told.has(line)) return
    told.add(line)
    log?.warn({ folder: dir }, `A model folder cannot be used: ${problem.message}`)
  }

  /** Waits for folders that are being read only if nothing else fits. */
  async function pick(
    fits: (entry: ModelEntry) => boolean,
    patience: number,
  ): Promise<ReadyModel | null> {
    const all = await lookAtAll(patience)
    const entries = all.filter(fits)
    const ready = entries.find((entry) => entry.ready)?.ready
    if (ready) return ready
    if (patience < Infinity) return pick(fits, Infinity)
    // A folder that cannot be read may be the one that is asked for.
    const problem = entries[0]?.problem ?? all[0]?.problem
    if (problem) throw problem
    return null
  }

  async function require(id: string): Promise<ReadyModel> {
    return (await pick((entry) => entry.id === id, 0)) ?? raiseMissing(`no model ${id}`)
  }

  return {
    list: (options) => lookAtAll(options?.whole ? Infinity : PATIENCE_MS),
    require,
    async requireRecent(id) {
      const isRecent = performance.now() - last.at < RECENT_MS
      const found = isRecent && last.entries.find((entry) => entry.id === id)
      return (found && found.ready) || require(id)
    },
    async first() {
      return (await pick(() => true, PATIENCE_MS)) ?? raiseMissing('no model')
    },
  }
}

async function readEntry(entry: ModelEntry, stamp: string, companions: Companions): Promise<void> {
  try {
    const { dir } = entry
    const found = await readModelFolder(dir)
    const { id, name, description, nativeSize, licence, card, companion } = found
    entry.id = id.slice(0, LONGEST_ID)
    if (id.length > LONGEST_ID) throw modelBroken(dir, `has an id of over ${LONGEST_ID} characters`)
    const tokenizer = await loadTokenizer(dir)
    // Only looked at: it is needed where the model is loaded, and what is missing is to be told before.
    await loadSecondTokenizer(found)
    const hash = await hashModel(dir, companions)
    if (card.hash !== null && card.hash !== hash)
      throw modelBroken(path.join(dir, 'model.json'), `names the hash ${card.hash}, not ${hash}`)
    const { maxTokens } = tokenizer
    const kind = companion === null ? undefined : companions[companion]
    const reader = (await kind?.openReader?.(dir)) ?? null
    const draws = reader ? ('known_things' as const) : ('anything' as const)
    const model = { id, name, description, nativeSize, licence, maxTokens, hash, draws }
    entry.ready = { dir, stamp, model, card, tokenizer, reader, drawing: found }
    entry.state = 'ready'
  } catch (error) {
    entry.problem =
      error instanceof EngineError ? error : modelBroken(entry.dir, reasonOf(error), error)
    entry.state = 'broken'
  }
}

/** An id is one model's: the first folder that has it. */
function refuseTwins(entries: readonly ModelEntry[]): ModelEntry[] {
  return entries.map((entry, i) => {
    const twin = entries.slice(0, i).find(({ id, ready }) => ready && id === entry.id)
    if (!twin || !entry.ready) return entry
    const problem = modelBroken(entry.dir, `has the id ${entry.id}, as ${twin.dir} has`)
    return { ...entry, state: 'broken', ready: null, problem }
  })
}

/** A folder that cannot be read is an entry itself: it must not take the configured models with it. */
async function foldersIn(
  modelsDir: string | undefined,
): Promise<{ folders: string[]; unreadable: ModelEntry[] }> {
  if (modelsDir === undefined) return { folders: [], unreadable: [] }
  try {
    const entries = await readdir(modelsDir, { withFileTypes: true })
    const folders = entries
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && entry.name[0] !== '.')
      .map((entry) => path.join(modelsDir, entry.name))
    return { folders: folders.toSorted(), unreadable: [] }
  } catch (error) {
    const problem = modelBroken(modelsDir, reasonOf(error), error)
    const entry = { ...namedAfter(modelsDir), state: 'broken' as const, problem }
    return { folders: [], unreadable: isMissing(error) ? [] : [entry] }
  }
}

function namedAfter(dir: string): ModelEntry {
  const id = path.basename(path.resolve(dir))
  return { dir, id, state: 'reading', ready: null, problem: null }
}

async function within(patience: number, work: Promise<unknown>): Promise<void> {
  if (patience === Infinity) return void (await work)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, patience)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

function raiseMissing(what: string): never {
  throw new EngineError('model_missing', `The built-in engine has ${what}.`, {
    retryable: false,
    userMessage: reason('engines.modelNotHere'),
  })
}
