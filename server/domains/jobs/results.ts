/*
 * The parts that the library is built on: the rows of jobs and of what they delivered, who may see an image, and how it is shown.
 */
export { modelsOf } from './children/models-of.ts'
export { requireNoChild } from './children/require-no-child.ts'
export { formatDrawnAfter } from './format-drawn-after.ts'
export type { Kinds } from './registry.ts'
export type { Making } from './making.ts'
export { type PictureDeps, presentImages } from './present/present-image.ts'
export {
  findOwnImage,
  findReadableImage,
  findVisibleImage,
  shownKey,
} from './present/shown-image.ts'
export { quoteValue } from './quote-value.ts'
export {
  findJob,
  findOwnBatch,
  type ImageRow,
  imagesOf,
  type JobRow,
  parametersOf,
  withJobs,
} from './store.ts'
export type { ResolvedRequest } from './submit/resolve-request.ts'
