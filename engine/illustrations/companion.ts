import type { CompanionKind, ModelCompanion, StepGuide } from '../diffusion/model-companion.ts'
import { guidePicture } from './guidance/guide-picture.ts'
import { hasPrior, loadPrior, PRIOR_FILE } from './guidance/prior.ts'
import { ENLARGER_FILE, modelEnlarger } from './model-enlarger.ts'
import { openPromptReader } from './prompt-reader.ts'
import { readSubject } from './subject/read-subject.ts'
import { loadRetrievalStore, storedFiles } from './store/retrieval-store.ts'
import type { Found } from './guidance/find-near.ts'
import { findOverSteps } from './guidance/find-near.ts'

/**
 * What `models/text-to-image` brings: a store of pictures that it looks at while it draws, a prior that knows the
 * things of the store by heart, and an enlarger that knows what it draws.
 */
export const atelierCompanion: CompanionKind = {
  async weightFiles(modelDir) {
    const prior = (await hasPrior(modelDir)) ? [PRIOR_FILE] : []
    const enlarger = (await modelEnlarger(modelDir)) ? [ENLARGER_FILE] : []
    return [...(await storedFiles(modelDir)), ...prior, ...enlarger]
  },
  openReader: openPromptReader,
  async load({ description, networks, tokenizer }, runtime): Promise<ModelCompanion> {
    const { dir } = description
    const enlarger = await modelEnlarger(dir)
    const store = await loadRetrievalStore(dir)
    const prior = await loadPrior(dir, store, runtime)
    const model = { description, networks, textEncoder: { tokenizer }, retrieval: store, prior }
    return {
      enlarger,
      async guide(prompt, steps) {
        const found = await findOverSteps(model, prompt, steps)
        if (!found) return null
        const subject = prompt.subject && (await readSubject(prompt.subject, prompt.prompt))
        const guides = new Map<Found, StepGuide>()
        return {
          at(step) {
            const near = found(step)
            const guide = guides.get(near) ?? {
              guidePicture: ({ seed, size, lane, source }) =>
                guidePicture(model, near, { seed, size, source, subject }, lane),
            }
            guides.set(near, guide)
            return guide
          },
        }
      },
      release: async () => prior?.release(),
    }
  },
}
