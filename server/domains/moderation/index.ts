export { checkPrompt, type PromptVerdict } from './check-prompt.ts'
