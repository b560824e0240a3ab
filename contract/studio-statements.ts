import type { CONSENT_SUBJECTS } from './lora-trainings.ts'

/**
 * What somebody states of the photos of a studio; `link`: that they ask the person. A studio keeps the text with its version: one
 * that changes needs a new version.
 */
export const STUDIO_STATEMENTS: {
  version: string
  texts: Record<(typeof CONSENT_SUBJECTS)[number] | 'link', string>
} = {
  version: '2026-12',
  texts: {
    self: 'The photos show me. I am an adult, and I agree that a model is trained on them.',
    other:
      'The photos show an adult who agreed that I train a model on them and knows what it is for.',
    child:
      'The photos show my own child. I know that the model and its images can’t be published, shared or used for a face swap.',
    link: 'The photos show an adult whom I’ll ask by a consent link. They answer before training starts.',
    none: 'Nobody can be recognized in the photos, and I may use them.',
  },
}
