import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSession, type OnnxSession } from '../onnx/onnx-session.ts'
import type { UsedNetwork } from '#lib/engine-spec/index.ts'
import {
  activeNetwork,
  type ActiveNetworks,
  type AddedNetwork,
  networkOf,
} from './added/added-networks.ts'
import { openAddedNetwork, openMaskNetwork } from './added/open-added-network.ts'
import type { AdapterOf, NetworkSlot } from './added/adapter.ts'
import type { AddedDepth } from './added/find-depth.ts'
import type { AddedInpainting } from './added/paint-hole.ts'
import type { AddedSelection } from './added/select-object.ts'
import type { FaceNetworks } from './faces/find-faces.ts'
import type { ForegroundNetwork } from './remove-background/find-foreground.ts'
import type { UpscalerNetwork } from './upscale/upscaler.ts'

const MODELS = fileURLToPath(new URL('../../models', import.meta.url))

/** The networks of the tools; each is loaded when it is asked for the first time. */
export interface ToolNetworks {
  foreground(): Promise<ForegroundNetwork>
  /** Paints what an object leaves; null: no network does. */
  inpainting(): Promise<AddedInpainting | null>
  /** Tells how near everything in an image is; null: no network does. */
  depth(): Promise<AddedDepth | null>
  /** Selects what lies where somebody points; null: no network does. */
  selection(): Promise<AddedSelection | null>
  /** Forgets which networks were used so far. One piece of work is done at a time. */
  beginWork(): void
  /** The networks that were added and used since then. */
  usedAdded(): UsedNetwork[]
  /** Hashes of the networks that were added and do the work of these slots now; empty: none does. */
  addedFor(...slots: readonly NetworkSlot[]): Promise<string[]>
  faces(): Promise<FaceNetworks>
  /** Describes whom a face belongs to. */
  identity(): Promise<OnnxSession>
  /** Estimates how old a face looks. */
  age(): Promise<OnnxSession>
  /** By at most 4. The one whose factor is the next above is the quickest. */
  fastUpscaler(factor: 2 | 3 | 4): Promise<UpscalerNetwork>
  photoUpscaler(): Promise<UpscalerNetwork>
  /** The best one for whole photos. */
  proUpscaler(): Promise<UpscalerNetwork>
  illustration(): Promise<UpscalerNetwork>
  /** Draws frames between two. */
  interpolation(): Promise<OnnxSession>
}

/** Networks that were added, and which of them do the work. */
export interface AddedChoice {
  /** Folder of the models. */
  modelsDir: string
  /** Whether people pay on this site: networks whose licence forbids it rest then. */
  isSold(): boolean
  /** Left out: those that are switched on. Else these and no others, by slot. */
  only?: ActiveNetworks
}

/**
 * @param threads of one network run
 * @param added left out: the program's own networks do everything
 */
export function createToolNetworks(threads: number, added?: AddedChoice): ToolNetworks {
  const opened = new Map<string, Promise<OnnxSession>>()

  function addedFor<Slot extends NetworkSlot>(slot: Slot): Promise<AddedNetwork<Slot> | null> {
    if (!added) return Promise.resolve(null)
    const { modelsDir, isSold, only } = added
    if (!only) return activeNetwork({ modelsDir, isSold: isSold() }, slot)
    return Promise.resolve(networkOf(modelsDir, slot, only[slot]))
  }

  const used = new Map<string, UsedNetwork>()

  function openAdded(network: AddedNetwork): Promise<OnnxSession> {
    const { file, sha256, adapter, name, licence } = network
    used.set(sha256, { name, licence })
    const known = opened.get(sha256)
    if (known) return known
    const session = openAddedNetwork(file, threads, adapter)
    opened.set(sha256, session)
    session.catch(() => opened.delete(sha256))
    return session
  }

  function openSecond(
    { second, sha256, adapter }: AddedNetwork<'selection'>,
    first: OnnxSession,
  ): Promise<OnnxSession> {
    const known = opened.get(`${sha256} second`)
    if (known) return known
    const session = openMaskNetwork(second, threads, adapter, first)
    opened.set(`${sha256} second`, session)
    session.catch(() => opened.delete(`${sha256} second`))
    return session
  }

  function open(file: string, ...inputs: string[]): Promise<OnnxSession> {
    const known = opened.get(file)
    if (known) return known
    const names = inputs.length === 0 ? ['picture'] : inputs
    const session = openSession(join(MODELS, file), { threads, givesBack: true }, { known: names })
    opened.set(file, session)
    // A failure is not kept: the operator may put the file right.
    session.catch(() => opened.delete(file))
    return session
  }

  async function photoUpscaler(): Promise<UpscalerNetwork> {
    const session = await open('upscaling/photo-x4.onnx')
    return { session, factor: 4, white: 1, tile: 160, reach: 16, own: 1 }
  }

  return {
    beginWork: () => used.clear(),
    usedAdded: () => [...used.values()],
    async foreground() {
      const network = await addedFor('foreground')
      if (network) return { ...(await openAdded(network)), adapter: network.adapter }
      return open('background-removal/u2netp.onnx', 'input.1')
    },
    async inpainting() {
      const network = await addedFor('inpainting')
      return network && { session: await openAdded(network), adapter: network.adapter }
    },
    async depth() {
      const network = await addedFor('depth')
      return network && { session: await openAdded(network), adapter: network.adapter }
    },
    async selection() {
      const network = await addedFor('selection')
      if (!network) return null
      const first = await openAdded(network)
      const second = await openSecond(network, first)
      return { sha256: network.sha256, first, second, adapter: network.adapter }
    },
    async addedFor(...slots) {
      const found = await Promise.all(slots.map((slot) => addedFor<NetworkSlot>(slot)))
      return found.flatMap((network) => (network ? [network.sha256] : []))
    },
    async faces() {
      const [detection, mesh] = await Promise.all([
        open('faces/detection.onnx'),
        open('faces/mesh.onnx'),
      ])
      return { detection, mesh }
    },
    identity: () => open('faces/identity.onnx', 'input'),
    age: () => open('faces/age.onnx'),
    async fastUpscaler(factor) {
      const session = await open(`upscaling/fast-x${factor}.onnx`)
      return { session, factor, white: 255, tile: 160, reach: 16, own: 0.5, hasTwins: factor === 4 }
    },
    photoUpscaler,
    async proUpscaler() {
      const network = await addedFor('upscaling')
      if (!network) return photoUpscaler()
      return { ...upscalerBy(network.adapter), session: await openAdded(network) }
    },
    async illustration() {
      const session = await open('upscaling/illustration-x4.onnx')
      return { session, factor: 4, white: 1, tile: 160, reach: 16, own: null }
    },
    interpolation: () =>
      open('frame-interpolation/model.onnx', 'from', 'to', 'time', 'grid', 'unit'),
  }
}

/** Enlarges as an adapter says; what it draws is made to agree with the picture. */
const upscalerBy = ({
  factor,
  multiple,
  tile,
  reach,
}: AdapterOf<'upscaling'>): Omit<UpscalerNetwork, 'session'> => ({
  factor,
  white: 1,
  tile,
  reach,
  multiple,
  own: 1,
})
