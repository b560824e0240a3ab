import type { MapKind } from '#contract/jobs/drawing.ts'
import { type ControlKind, MAP_KINDS } from '#contract/values/jobs/drawing.ts'
import { t } from '#server/texts/index.ts'
import { EngineError } from '../spec/index.ts'

/** A ControlNet of a server. */
export interface ControlNet {
  file: string
  /** It was trained for several kinds and is told which one is meant. */
  isUnion: boolean
}

/** How files are named that were trained for a kind: `control_v11p_sd15_canny`, `controlnet-depth-sdxl-1.0`. */
const NAMES: Readonly<Record<MapKind, RegExp>> = {
  canny: /canny/i,
  depth: /depth/i,
  pose: /openpose|pose/i,
}
const UNION = /union|promax/i

/**
 * The ControlNet for each kind: one for that kind alone, else one for several.
 * @param files names that the server has
 * @param fits whether a file is for the family of the model
 */
export function findControlNets(
  files: readonly string[],
  fits: (file: string) => boolean,
): Map<MapKind, ControlNet> {
  const fitting = files.filter(fits)
  const union = fitting.find((file) => UNION.test(file))
  return new Map(
    MAP_KINDS.flatMap((kind) => {
      const file = fitting.find((name) => NAMES[kind].test(name) && !UNION.test(name)) ?? union
      return file === undefined ? [] : [[kind, { file, isUnion: file === union }]]
    }),
  )
}

/** The first name that a server has, of those that serve, the best first. */
export const firstOf = (names: readonly string[], there: readonly string[]): string | undefined =>
  names.find((name) => there.includes(name))

/** A ControlNet was removed from its server since it was offered. */
export function noControl(kind: ControlKind): EngineError {
  return new EngineError('unsupported', `The server cannot follow an image by ${kind}`, {
    retryable: false,
    userMessage: t('engines.controlNotSupported'),
  })
}
