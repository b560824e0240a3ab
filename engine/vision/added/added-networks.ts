import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { OperatorError } from '#lib/operator-error.ts'
import { type AdapterOf, NETWORK_SLOTS, NetworkAdapter, type NetworkSlot } from './adapter.ts'

/** Below the folder of models. The dot keeps it from being taken for a model that draws. */
const FOLDER = '.tool-networks'
/** Of each slot a file of its own, so that two switches at once do not undo each other. */
const activeFile = (slot: NetworkSlot): string => `active-${slot}`
const CARD = 'network.json'
export const NETWORK_FILE = 'network.onnx'
/** The second network of work that takes two. */
export const SECOND_FILE = 'second.onnx'

/** A network that was added, as it lies in its folder. */
export const NetworkCard = z.strictObject({
  id: z.string(),
  name: z.string(),
  licence: z.string(),
  commercial: z.boolean(),
  /** `owner/name@commit`. */
  source: z.string(),
  /** Of its file; where there are two, of both their hashes, one a line. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  /** A run on this machine, milliseconds. */
  runMs: z.number().nonnegative(),
  adapter: NetworkAdapter,
})
export type NetworkCard = z.infer<typeof NetworkCard>

/** Where a network lies, and the second one of work that takes two. */
export interface NetworkFiles {
  file: string
  second: string
}

export type AddedNetwork<Slot extends NetworkSlot = NetworkSlot> = NetworkCard &
  NetworkFiles & { adapter: AdapterOf<Slot> }

/** Work that takes two networks. */
export const takesTwo = ({ slot }: Pick<NetworkAdapter, 'slot'>): boolean => slot === 'selection'

/** The id of the network that does the work of each slot; without one the program's own does. */
export type ActiveNetworks = Partial<Record<NetworkSlot, string>>

export const networksFolder = (modelsDir: string): string => path.join(modelsDir, FOLDER)

/** Those that are whole. What is being fetched or taken away is not. */
export async function listAddedNetworks(modelsDir: string): Promise<AddedNetwork[]> {
  const folder = networksFolder(modelsDir)
  const names = await readdir(folder).catch((): string[] => [])
  const cards = names
    .filter((name) => !name.startsWith('.') && !name.startsWith('active-'))
    .map((name) => readCard(modelsDir, name))
  return cards.filter((card) => card !== null)
}

function readCard(modelsDir: string, id: string): AddedNetwork | null {
  const folder = path.join(networksFolder(modelsDir), id)
  const [file, second] = [path.join(folder, NETWORK_FILE), path.join(folder, SECOND_FILE)]
  if (!existsSync(file)) return null
  try {
    const card = NetworkCard.parse(JSON.parse(readFileSync(path.join(folder, CARD), 'utf8')))
    const isWhole = !takesTwo(card.adapter) || existsSync(second)
    return card.id === id && isWhole ? { ...card, file, second } : null
  } catch {
    return null
  }
}

/** Which networks are switched on. */
export async function readActive(modelsDir: string): Promise<ActiveNetworks> {
  const active: ActiveNetworks = {}
  for (const slot of NETWORK_SLOTS) {
    const id = await readSlot(modelsDir, slot)
    if (id !== undefined) active[slot] = id
  }
  return active
}

async function readSlot(modelsDir: string, slot: NetworkSlot): Promise<string | undefined> {
  const file = path.join(networksFolder(modelsDir), activeFile(slot))
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim() || undefined
}

/**
 * The network that does the work of a slot now; null: the one that comes with the program.
 * @param isSold people pay on this site: one whose licence forbids that rests
 */
export async function activeNetwork<Slot extends NetworkSlot>(
  { modelsDir, isSold }: { modelsDir: string; isSold: boolean },
  slot: Slot,
): Promise<AddedNetwork<Slot> | null> {
  const network = networkOf(modelsDir, slot, await readSlot(modelsDir, slot))
  return network && (network.commercial || !isSold) ? network : null
}

/** The network of that id, if it is here and does the work of that slot. */
export function networkOf<Slot extends NetworkSlot>(
  modelsDir: string,
  slot: Slot,
  id: string | undefined,
): AddedNetwork<Slot> | null {
  const card = id === undefined ? null : readCard(modelsDir, id)
  return card?.adapter.slot === slot ? (card as AddedNetwork<Slot>) : null
}

/**
 * Switches a network on in the place of what did its work, or off. Every process that shares the folder follows with its next job.
 * @throws {OperatorError} there is no such network
 */
export async function switchNetwork(modelsDir: string, id: string, isOn: boolean): Promise<void> {
  const card = readCard(modelsDir, id)
  if (!card) throw new OperatorError(`There is no network ${id}.`)
  const { slot } = card.adapter
  const file = path.join(networksFolder(modelsDir), activeFile(slot))
  if (isOn) {
    const next = path.join(networksFolder(modelsDir), `.${randomUUID()}`)
    await writeFile(next, id)
    await rename(next, file)
  } else if ((await readSlot(modelsDir, slot)) === id) await rm(file, { force: true })
}

/** Removes a network; jobs go on with the program's own. @throws {OperatorError} there is no such network */
export async function removeNetwork(modelsDir: string, id: string): Promise<void> {
  await switchNetwork(modelsDir, id, false)
  await removeFolder(modelsDir, id)
}

/** Removes what an installation has left that cannot be read. @throws {OperatorError} the network is here already */
export async function makeRoomFor(modelsDir: string, id: string): Promise<void> {
  if (readCard(modelsDir, id)) throw new OperatorError(`The network ${id} is here already.`)
  if (existsSync(path.join(networksFolder(modelsDir), id))) await removeFolder(modelsDir, id)
}

async function removeFolder(modelsDir: string, id: string): Promise<void> {
  const folder = networksFolder(modelsDir)
  // Gone at once for the engine, however long its files take.
  const gone = path.join(folder, `.removed-${randomUUID()}`)
  await rename(path.join(folder, id), gone)
  await rm(gone, { recursive: true, force: true })
}

/** Makes a network out of the folder of a file that has come. The folder is a network at once or not at all. */
export async function placeNetwork(
  modelsDir: string,
  downloads: string,
  card: NetworkCard,
): Promise<void> {
  const folder = networksFolder(modelsDir)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(downloads, CARD), `${JSON.stringify(card, null, 2)}\n`)
  await rename(downloads, path.join(folder, card.id))
}
