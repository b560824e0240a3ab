export { runInLanguage } from './server-languages.ts'
