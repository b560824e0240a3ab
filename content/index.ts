import { advancedParameters } from './guide/advanced-parameters.ts'
import { aiModels } from './guide/ai-models.ts'
import { aspectRatio } from './guide/aspect-ratio.ts'
import { guide } from './guide/guide.ts'
import { parameters } from './guide/parameters.ts'
import { prompt } from './guide/prompt.ts'
import { seed } from './guide/seed.ts'
import { steps } from './guide/steps.ts'
import { aboutHeadshots } from './headshots/about.ts'
import { actorHeadshots } from './headshots/actor.ts'
import { aiHeadshots } from './headshots/ai-headshots.ts'
import { corporateHeadshots } from './headshots/corporate.ts'
import { executiveHeadshots } from './headshots/executive.ts'
import { freeHeadshots } from './headshots/free.ts'
import { professionalHeadshots } from './headshots/landing.ts'
import { linkedinHeadshots } from './headshots/linkedin.ts'
import { modelHeadshots } from './headshots/model.ts'
import { headshotsPricing } from './headshots/pricing.ts'
import { realEstateHeadshots } from './headshots/real-estate.ts'
import { headshotTool } from './headshots/tool.ts'
import { all } from './styles/all.ts'
import { anime } from './styles/anime.ts'
import { art } from './styles/art.ts'
import { cartoon } from './styles/cartoon.ts'
import { digital } from './styles/digital.ts'
import { material } from './styles/material.ts'
import { photography } from './styles/photography.ts'
import { backgroundRemoval } from './tools/background-removal.ts'
import { dating } from './tools/dating.ts'
import { faceSwap } from './tools/face-swap.ts'
import { imgEditor } from './tools/img-editor.ts'
import { instantAvatars } from './tools/instant-avatars.ts'
import { textToImage } from './tools/text-to-image.ts'
import { textToVideo } from './tools/text-to-video.ts'
import { trainModel } from './tools/train-model.ts'
import type { ContentPage } from './content-page.ts'

export type {
  ContentImage,
  ContentPage,
  ContentSection,
  DrawnWith,
  Promised,
} from './content-page.ts'
export { imageFileOf } from './image-file.ts'
export { imagesOf } from './images-of.ts'
export { SHOWCASE } from './showcase.ts'
export { mapTexts, pageInLanguage, promptInSpanish } from './in-language.ts'

/** Every public page that is nothing but content. */
export const contentPages: readonly ContentPage[] = [
  guide,
  parameters,
  prompt,
  aspectRatio,
  aiModels,
  advancedParameters,
  seed,
  steps,
  all,
  photography,
  cartoon,
  anime,
  art,
  digital,
  material,
  textToImage,
  backgroundRemoval,
  faceSwap,
  imgEditor,
  trainModel,
  textToVideo,
  instantAvatars,
  dating,
  headshotTool,
  professionalHeadshots,
  aboutHeadshots,
  aiHeadshots,
  corporateHeadshots,
  linkedinHeadshots,
  actorHeadshots,
  realEstateHeadshots,
  executiveHeadshots,
  modelHeadshots,
  freeHeadshots,
  headshotsPricing,
]
