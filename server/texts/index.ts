export {
  type CompiledMessages,
  compileMessages,
  fillMessage,
  localeOf,
} from './compile-messages.ts'
export { inEnglish, orIn, sayText, sentencesIn } from './say.ts'
export { isText, type Said, t, type Text, type Value } from './text.ts'
