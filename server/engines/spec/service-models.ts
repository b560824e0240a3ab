import type { ServiceModelInput } from '#contract/admin-service-models.ts'
import type { AddedModelEntry, ServiceCost } from '#contract/service-model-entry.ts'
import type { OrderWay } from '#contract/service-model-ways.ts'
import type { ImageSource } from '#lib/engine-spec/image-source.ts'
import type { EngineOperation } from '#lib/engine-spec/operation.ts'
import { t, type Text } from '#server/texts/index.ts'

/** Why a model that is there takes no orders. */
export type PausedBy = 'admin' | 'changed' | 'ended'

/** Texts for people who order a paused model. */
export const WHY_PAUSED = {
  admin: t('engines.pausedByTeam'),
  changed: t('engines.pausedByChange'),
  ended: t('engines.modelWithdrawn'),
} as const satisfies Record<PausedBy, Text>

/** A model that an administrator added to a service. */
export interface AddedModel {
  id: string
  entry: AddedModelEntry
  /** A draft can be tried and not ordered. */
  state: 'draft' | 'offered' | 'paused'
  /** Of a paused one. */
  pausedBy: PausedBy | null
}

/** A service's own description of one of its models. */
export interface PublishedModel {
  /** With its version, where the service wants one. */
  endpoint: string
  name: string
  description: string
  licence: string
  /** What the service files it under, such as `text-to-image`; empty where it does not say. */
  category: string
  inputs: ServiceModelInput[]
  /** Null where the service does not publish it. */
  cost: ServiceCost | null
  /** The service says that it will end. */
  isEnding: boolean
}

/** The part of an engine to which models can be added by what its service publishes of them. */
export interface AddableModels {
  /** Ids that the program or its settings bring along. */
  readonly shipped: ReadonlySet<string>
  /**
   * Asks the service for a model; null: it has none of that name, or none any more.
   * @throws EngineError where the service does not answer
   */
  read(endpoint: string): Promise<PublishedModel | null>
  /** Takes the place of all that was added before. */
  set(models: readonly AddedModel[]): void
  /** By id. */
  paused(): ReadonlyMap<string, PausedBy>
  /**
   * Begins one image, or one video, by a description that is not offered yet; it is followed as every other work of the engine.
   * @param trial.way one of `waysOf` the entry
   * @param trial.source what a tool works on, a drawing or video begins with, and is drawn over under its mask
   */
  startTrial(
    model: Pick<AddedModel, 'id' | 'entry'>,
    trial: { way: OrderWay; source: ImageSource },
  ): Promise<EngineOperation>
}
