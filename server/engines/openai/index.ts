export { createOpenAiEngine } from './openai-engine.ts'
