import type { VideoMotion } from '#contract/jobs/video.ts'
import type { Pack, PackInput, PackKind } from '#contract/packs.ts'

/** A pack that comes with the app. */
export interface SeedPack extends PackInput {
  /** Never changes. */
  key: string
  kind: PackKind
  samples: Pack['samples']
}

type Shot = PackInput['shots'][number]

const PLAIN = { negative_prompt: '', seed: null }

export const photos = (
  prompts: readonly string[],
  common: Partial<Pick<Shot, 'width' | 'height' | 'style'>>,
): Shot[] => prompts.map((prompt) => ({ ...PLAIN, prompt, ...common }))

export const videos = (
  prompts: readonly (readonly [prompt: string, motion: VideoMotion])[],
  common: Partial<Pick<Shot, 'width' | 'height' | 'duration'>>,
): Shot[] => prompts.map(([prompt, motion]) => ({ ...PLAIN, prompt, motion, ...common }))

/** One of `web/public/packs/` for each shot, named by its prompt, which is how the page finds it. */
export const withSamples = (key: string, shots: Shot[]): Pick<SeedPack, 'shots' | 'samples'> => ({
  shots,
  samples: samplesOf(
    key,
    shots.map(({ prompt }) => prompt),
  ),
})

/** Files of `web/public/packs/`, by what they show. */
export const samplesOf = (key: string, shown: readonly string[]): Pack['samples'] =>
  shown.map((alt, index) => ({ url: `/packs/${key}-${index + 1}.webp`, alt }))
