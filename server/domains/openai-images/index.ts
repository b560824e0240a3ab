export { createOpenAiImages, type OpenAiCall, type OpenAiDoor } from './create-openai-images.ts'
export type { OpenAiEvent } from './create-openai-images.ts'
export { presentError } from './present-error.ts'
export { qualityOf } from './present-images.ts'
