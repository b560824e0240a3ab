import { OperatorError } from '../operator-error.ts'

/** What is known of a model before it is fetched. */
export interface ModelPlan {
  /** `owner/name` or a title. */
  name: string
  /** Id that the model will have, and the name of its folder. */
  id: string
  /** The licence that the model's page names; null if it names none. */
  licence: string | null
  /** Bytes of the files, and how many of them are still to come. */
  bytes: number
  missing: number
  /** Networks as they are, or what they are written from. */
  layout: 'onnx' | 'diffusers' | 'checkpoint'
}

/** A model that fits this engine. */
export interface ModelOffer {
  /** Also the id that it gets. */
  id: string
  source: string
  name: string
  /** What it is good for, in one sentence. */
  purpose: string
  /** Every licence that counts, and of what. */
  licences: { name: string; of: string }[]
  commercial: boolean
  downloadGb: number
  memoryGb: number
  /** Edge in pixels that it was trained at. */
  size: number
  steps: number
  /** What a step at that size takes with its usual guidance, in 10^12 operations. */
  teraflopsAStep: number
}

/** A model folder that is there. */
export interface InstalledModel {
  id: string
  name: string
  licence: string
  source: string
  state: 'ready' | 'reading' | 'broken'
  problem: string | null
  /** False for what the program or its settings bring. */
  isRemovable: boolean
}

/** A network that can be added for the work of tools. */
export interface ToolNetwork {
  id: string
  /** `owner/name` on the hub. */
  source: string
  slot: 'foreground' | 'inpainting' | 'upscaling' | 'depth' | 'selection'
  name: string
  maker: string
  /** What it is good for, in one sentence. */
  purpose: string
  /** Of the weights, and of the data that they were trained on; null: its page does not say. */
  licences: { weights: string; data: string | null }
  commercial: boolean
  downloadMb: number
  isHere: boolean
  /** It does the work of its slot; never without being here. */
  isOn: boolean
  /** One run on this machine, milliseconds; null while it is not here. */
  runMs: number | null
}

/** A result of a tool, encoded, and how long it took. */
export interface NetworkTrial {
  data: Uint8Array
  ms: number
}

/** Networks for the tools: those that can be had, those that are here, those that are on. Throws OperatorError for an id that it does not know. */
export interface NetworkStore {
  list(): Promise<ToolNetwork[]>
  /** The id of a network by its id or the name of its repository; null: it is none of the catalogue. */
  idOf(text: string): string | null
  lookUp(id: string): Promise<ModelPlan>
  install(
    id: string,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<void>
  /** Lets it do the work of its slot, or the program's own again; jobs that wait follow. */
  switch(id: string, isOn: boolean): Promise<void>
  remove(id: string): Promise<void>
  /** The same photo by the program's own network and by this one, whether it is on or not. */
  compare(
    id: string,
    photo: Uint8Array,
  ): Promise<{ photo: Uint8Array; before: NetworkTrial; after: NetworkTrial }>
}

/** A hub that gives no usable answer now; the same call may work later. The cause is what the call to it failed with. */
export class HubTrouble extends OperatorError {}

/**
 * The models of an engine, and what adds more by their names. Errors are one line that an operator can act on, those of a hub
 * that is away {@link HubTrouble}.
 */
export interface ModelStore {
  networks: NetworkStore
  catalogue(): readonly ModelOffer[]
  /** Whole seconds that an image would take on this machine, about; null: it could not be measured. */
  secondsOf(offer: ModelOffer): Promise<number | null>
  installed(): Promise<InstalledModel[]>
  /** @param source as people write it: `owner/name@revision`, an address, `civitai:VERSION`, an id of the catalogue */
  lookUp(source: string, id: string | null): Promise<ModelPlan>
  install(
    source: string,
    id: string,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void },
  ): Promise<void>
  remove(id: string): Promise<void>
}
