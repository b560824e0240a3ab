export type { PromptVerdict } from './check-prompt.ts'
export { nearMisses, promptsToBlock } from './prompt-cases.ts'
export { createModeration, type Moderation } from './create-moderation.ts'
export type { JudgedPicture } from './judge-picture.ts'
